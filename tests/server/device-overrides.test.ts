// The values of one device over those of its policy.
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readDeviceAlerts } from '#server/device-alerts/settings.ts';
import { syncConditions } from '#server/device-alerts/sync-conditions.ts';
import { addPerson, type Person } from '../contract/site.ts';
import { startSite } from './agent-rig.ts';
import type { Answer, Json } from './visitor.ts';

let site: Awaited<ReturnType<typeof startSite>>;
let grace: Person;
let nodeId: number;
let clientId: number;
let policyId: number;

beforeAll(async () => {
  site = await startSite();
  await site.server.services.jobs.stop();
  grace = await addPerson(site.server, site.admin, 'Grace');
  ({ nodeId } = await site.enrolled());
  clientId = Number((await site.admin.get(`/node/${nodeId}`)).body.clientId);
});
beforeEach(async () => {
  await execute(
    sql`update node set policy_id = null, is_server = true, node_class = 'LINUX_SERVER' where id = ${nodeId}`,
  );
  for (const table of ['policy', 'device_override', 'audit']) await execute(sql.raw(`delete from ${table}`));
  const body = { name: 'Servers', enabled: true, nodeClassDefault: true, nodeClass: 'LINUX_SERVER' };
  policyId = Number((await site.admin.post('/policy', body)).body.policyId);
  await site.admin.put(`/policy/${policyId}/conditions`, { revision: 1, conditions: { diskShare: 70, cpuShare: 71 } });
});

const execute = (query: ReturnType<typeof sql>) => site.server.services.database.execute(query);
const path = () => `/device/${nodeId}/policy`;
const revision = async () => Number((await site.admin.get(path())).body.revision);
const override = async (conditions: object, who = site.admin): Promise<Answer> =>
  who.put(`${path()}/conditions`, { revision: await revision(), conditions });
const value = async (name: string): Promise<Json> => {
  const values = (await site.admin.get(path())).body.values as unknown as Json[];
  return values.find((each) => String(each.name) === name) ?? {};
};
/** The share of a condition that the device really has. */
async function enforced(type: string): Promise<number | undefined> {
  const { database } = site.server.services;
  await database.transaction(async (tx) =>
    syncConditions(tx, await readDeviceAlerts(tx), { end: async () => undefined }, new Date()),
  );
  const { rows } = await database.execute<{ share: number }>(sql`
    select (parameters ->> 'share')::int as share from monitor_condition where monitor_id = ${nodeId} and type = ${type}`);
  return rows[0]?.share;
}

describe('the own values of a device', () => {
  it('override those of its policy until they are reset (F14-19)', async () => {
    expect((await override({ diskShare: 55 })).status).toBe(200);
    expect(await value('diskShare')).toMatchObject({
      value: 55,
      source: { kind: 'OWN', policyId: null, name: '' },
      inherited: { value: 70, source: { kind: 'POLICY', name: 'Servers' } },
    });
    expect(await value('cpuShare'), 'the others stay inherited').toMatchObject({
      value: 71,
      source: { kind: 'POLICY' },
    });
    expect([await enforced('DeviceDisk'), await enforced('DeviceCpu')]).toEqual([55, 71]);
    await override({});
    expect(await value('diskShare')).toMatchObject({ value: 70, source: { kind: 'POLICY' } });
    expect(await enforced('DeviceDisk')).toBe(70);
  });

  it('stay when the device gets another policy, or none', async () => {
    await override({ diskShare: 55 });
    await site.admin.put(`/policy/${policyId}`, {
      name: 'Servers',
      enabled: false,
      nodeClassDefault: true,
      nodeClass: 'LINUX_SERVER',
    });
    expect([await enforced('DeviceDisk'), await enforced('DeviceCpu')]).toEqual([55, 95]);
  });

  it('do not count as reached in the preview of a change of the policy', async () => {
    const preview = async (conditions: object) =>
      (await site.admin.post(`/policy/${policyId}/conditions/preview`, { cpuShare: 71, ...conditions })).body.devices;
    expect(await preview({ diskShare: 60 })).toBe(1);
    await override({ diskShare: 55 });
    expect(await preview({ diskShare: 60 })).toBe(0);
    expect(await preview({ diskShare: 60, memoryShare: 50 }), 'another value changes').toBe(1);
  });

  it('are judged as the settings of the division are, and only for classes that have them', async () => {
    expect((await override({ diskShare: 100 })).body.fields).toHaveProperty('/conditions/diskShare');
    await execute(sql`update node set node_class = 'VMWARE_VM_HOST' where id = ${nodeId}`);
    expect((await override({ diskShare: 60 })).body.fields).toHaveProperty('/conditions/diskShare');
  });

  it('are refused when they have changed since, also after a reset', async () => {
    const began = await revision();
    await override({ diskShare: 55 });
    await override({});
    const stale = await site.admin.put(`${path()}/conditions`, { revision: began, conditions: { diskShare: 60 } });
    expect([stale.status, stale.body.errorCode]).toEqual([412, 'conflict']);
  });

  it('take the permission to change the device, and are in the activities', async () => {
    const sees = [
      { permission: 'ORGANIZATION:View', entityId: clientId },
      { permission: 'NODE:View', entityId: clientId },
    ];
    await grace.may([...sees, { permission: 'NODE:Update', entityId: clientId + 1000 }]);
    expect((await override({ diskShare: 55 }, grace.who)).status).toBe(403);
    expect((await grace.who.get(path())).body.mayChange).toBe(false);
    await grace.may([{ permission: 'NODE:Update', entityId: clientId }]);
    expect((await override({ diskShare: 55 }, grace.who)).status, 'does not see it').toBe(404);
    await grace.may([...sees, { permission: 'NODE:Update', entityId: clientId }]);
    expect((await override({ diskShare: 55 }, grace.who)).status).toBe(200);
    const { rows } = await execute(
      sql`select summary, detail from audit where action = 'NODE_UPDATED' order by id desc`,
    );
    expect(rows[0]).toMatchObject({
      summary: expect.stringContaining('own alert conditions'),
      detail: { changes: [{ field: 'diskShare', from: '', to: '55' }] },
    });
  });
});
