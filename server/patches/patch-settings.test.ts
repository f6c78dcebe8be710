// Patch settings of policies: what is stored, what a device gets, and what its agent says of it.
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { greetedSocket, startSite, until } from '#tests/server/agent-rig.ts';
import { agentKeeping } from '#tests/server/state-rig.ts';
import { addPerson } from '#tests/contract/site.ts';
import type { Answer, Json } from '#tests/server/visitor.ts';
import { syncPatchSettings } from './sync-patch-settings.ts';

let site: Awaited<ReturnType<typeof startSite>>;
let nodeId: number;
let key: string;
beforeAll(async () => {
  site = await startSite();
  await site.server.services.jobs.stop();
}, 120_000);
beforeEach(async () => {
  await execute(sql`update node set policy_id = null`);
  await execute(sql`delete from policy_assignment`);
  await execute(sql`delete from policy`);
  ({ nodeId, key } = await site.enrolled());
  await execute(sql`update node set node_class = 'LINUX_SERVER', is_server = true where id = ${nodeId}`);
});

const execute = (query: ReturnType<typeof sql>) =>
  site.server.services.database.execute<Record<string, unknown>>(query);
const add = async (name: string, more: object = {}) => {
  const policy = { name, enabled: true, nodeClassDefault: false, nodeClass: 'LINUX_SERVER', ...more };
  const { status, body } = await site.admin.post('/policy', policy);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return Number(body.policyId);
};
const read = async (id: number) => (await site.admin.get(`/policy/${id}/patchmanagement`)).body;
const set = async (id: number, patchManagement: object, who = site.admin): Promise<Answer> => {
  const { revision } = (await site.admin.get(`/policy/${id}`)).body;
  return who.put(`/policy/${id}/patchmanagement`, { revision, patchManagement });
};
const assign = (id: number) => site.admin.post(`/policy/${id}/assignments`, { clientId: site.place.clientId });
const patches = async (id = nodeId) => (await site.admin.get(`/device/${id}/policy`)).body['patchManagement'] as Json;
const delivery = async (id = nodeId) => (await patches(id))['delivery'] as unknown as Json;
const sync = (now?: Date) => syncPatchSettings(site.server.services, now);
const stateOf = async (id = nodeId) => {
  const { rows } = await execute(sql`
    select s.settings, d.version from device_patch_settings s join desired_state d on d.node_id = s.node_id
    where s.node_id = ${id} and d.kind = 'patch-settings'`);
  return rows[0] as { settings: Record<string, unknown>; version: number } | undefined;
};
const weekly = { repeats: 'WEEKLY', repeatsEveryCount: 1, daysOfWeek: ['TUE'] };

describe('the patch settings of a policy', () => {
  it('are the defaults until a policy sets them, and say where each comes from', async () => {
    const parent = await add('Servers');
    const child = await add('Web', { parentPolicyId: parent });
    const standard = { source: { kind: 'DIVISION' } };
    expect(await read(child)).toMatchObject({
      applies: true,
      values: {
        enabled: { value: false, ...standard },
        schedule: { value: { repeats: 'DAILY', repeatsEveryCount: 1 }, ...standard },
        install: { value: 'SECURITY', ...standard },
        reboot: { value: false, ...standard },
      },
    });
    await set(parent, { enabled: true, schedule: weekly });
    await set(child, { enabled: false });
    expect((await read(child))['values']).toMatchObject({
      enabled: { value: false, source: { kind: 'OWN' }, inherited: { value: true, source: { policyId: parent } } },
      schedule: { value: weekly, source: { kind: 'POLICY', policyId: parent, name: 'Servers' } },
    });
    // What is left out is inherited again.
    await set(child, {});
    expect((await read(child))['values']).toMatchObject({ enabled: { value: true, source: { kind: 'POLICY' } } });
  });

  it('are not passed on by a policy that is turned off', async () => {
    const parent = await add('Servers', { enabled: false });
    const child = await add('Web', { parentPolicyId: parent });
    await set(parent, { enabled: true });
    expect((await read(child))['values']).toMatchObject({ enabled: { value: false, source: { kind: 'DIVISION' } } });
  });

  it('are copied with the policy', async () => {
    const id = await add('Servers');
    await set(id, { enabled: true, install: 'ALL' });
    const copy = await add('Copy', { copyOfId: id });
    expect((await read(copy))['values']).toMatchObject({ enabled: { value: true }, install: { value: 'ALL' } });
  });

  it.each([
    ['a weekly schedule without days', { schedule: { ...weekly, daysOfWeek: [] } }, '/schedule/daysOfWeek'],
    ['every second week', { schedule: { ...weekly, repeatsEveryCount: 2 } }, '/schedule/repeatsEveryCount'],
    ['a monthly schedule', { schedule: { ...weekly, repeats: 'MONTHLY' } }, '/schedule/repeats'],
    ['every 366 days', { schedule: { repeats: 'DAILY', repeatsEveryCount: 366 } }, '/schedule/repeatsEveryCount'],
    ['another choice of updates', { install: 'NONE' }, '/install'],
  ])('refuse %s', async (_, wrong, field) => {
    const answer = await set(await add('Servers'), wrong);
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toHaveProperty(`/patchManagement${field}`);
  });

  it('refuse a value of a name that they do not have', async () => {
    expect((await set(await add('Servers'), { other: true })).status).toBe(400);
  });

  it('are of roles whose devices have an agent only', async () => {
    const id = await add('Hosts', { nodeClass: 'VMWARE_VM_HOST' });
    expect(await read(id)).toMatchObject({ applies: false });
    expect((await set(id, { enabled: true })).body.fields).toHaveProperty('/patchManagement/enabled');
  });

  it('are changed by whoever may change the policy, against its revision, with an audit row', async () => {
    const id = await add('Servers');
    const viewer = await addPerson(site.server, site.admin, 'Viewer');
    expect((await viewer.who.get(`/policy/${id}/patchmanagement`)).status).toBe(403);
    await viewer.may([{ permission: 'POLICY:View', entityId: id }]);
    expect((await viewer.who.get(`/policy/${id}/patchmanagement`)).status).toBe(200);
    expect((await set(id, { enabled: true }, viewer.who)).status).toBe(403);
    const other = await add('Other');
    await viewer.may([
      { permission: 'POLICY:View', entityId: id },
      { permission: 'POLICY:Update', entityId: other },
    ]);
    expect((await set(id, { enabled: true }, viewer.who)).status).toBe(403);
    expect((await set(id, { enabled: true })).status).toBe(200);
    const stale = await site.admin.put(`/policy/${id}/patchmanagement`, { revision: 1, patchManagement: {} });
    expect([stale.status, stale.body.errorCode]).toEqual([412, 'conflict']);
    const { rows } = await execute(
      sql`select detail from audit where entity_type = 'POLICY' and entity_id = ${String(id)} and summary like '%patch settings%'`,
    );
    expect(rows).toHaveLength(1);
  });
});

describe('the patch settings of a device', () => {
  it('get a version when what the device should have differs, wherever that was changed', async () => {
    await sync();
    expect(await stateOf()).toBeUndefined();
    const id = await add('Servers');
    await assign(id);
    await sync();
    // A device whose patches nobody has ever managed is not told so.
    expect(await stateOf()).toBeUndefined();
    await set(id, { enabled: true });
    await sync();
    const security = { enabled: true, install: 'SECURITY', reboot: false, held: false };
    expect(await stateOf()).toMatchObject({ version: 1, settings: security });
    await sync();
    expect(await stateOf()).toMatchObject({ version: 1 });
    await set(id, { enabled: true, install: 'ALL' });
    await sync();
    expect(await stateOf()).toMatchObject({ version: 2, settings: { ...security, install: 'ALL' } });
    const other = await add('Own', {});
    await set(other, { enabled: true });
    await site.admin.put(`/device/${nodeId}/policy`, { policyId: other });
    await sync();
    expect(await stateOf()).toMatchObject({ version: 3, settings: security });
    await execute(sql`update node set policy_id = null where id = ${nodeId}`);
    await execute(sql`delete from policy_assignment`);
    await sync();
    expect(await stateOf()).toMatchObject({ version: 4, settings: { enabled: false } });
    await sync();
    expect(await stateOf()).toMatchObject({ version: 4 });
  });

  it('say that patching is held while maintenance that suppresses it covers the device', async () => {
    const id = await add('Servers');
    await assign(id);
    await set(id, { enabled: true });
    const now = Math.floor(Date.now() / 1000);
    const maintain = (options: object, endTime: number) =>
      site.admin.post('/maintenance', { deviceIds: [nodeId], options, schedule: { startTime: null, endTime } });
    expect((await maintain({ tasks: true }, now + 600)).status).toBe(204);
    await sync();
    expect(await stateOf()).toMatchObject({ version: 1, settings: { held: false } });
    await maintain({ patching: true }, now + 600);
    await sync();
    expect(await stateOf()).toMatchObject({ version: 2, settings: { enabled: true, held: true } });
    expect(await patches()).toMatchObject({ held: true });
    await sync(new Date((now + 601) * 1000));
    expect(await stateOf()).toMatchObject({ version: 3, settings: { held: false } });
  });

  it('are applied by an agent, which is told once for each version', async () => {
    const id = await add('Servers');
    await assign(id);
    await set(id, { enabled: true, reboot: true });
    await sync();
    expect(await delivery()).toMatchObject({ state: 'waiting', version: 1, at: null });
    const agent = await greetedSocket(site.server, key, ['desired-state@1']);
    const told = await until(() => {
      const found = agent.messages.find(({ method }) => method === 'state.apply');
      if (!found) throw new Error('not told yet');
      return found as { id: number; params: unknown };
    });
    expect(told.params).toEqual({
      kind: 'patch-settings',
      version: 1,
      document: {
        enabled: true,
        schedule: { repeats: 'DAILY', repeatsEveryCount: 1 },
        install: 'SECURITY',
        reboot: true,
        held: false,
      },
    });
    const at = '2026-05-01T01:30:00.000Z';
    const result = { outcome: 'applied', at, reason: 'It does not reboot.' };
    agent.socket.send(JSON.stringify({ jsonrpc: '2.0', id: told.id, result }));
    await until(async () =>
      expect(await delivery()).toEqual({ state: 'applied', version: 1, at, reason: 'It does not reboot.' }),
    );
  });

  it('are refused by an agent whose settings name no directory for them', async () => {
    const { nodeId: own } = await agentKeeping(site, 'patch-settings');
    const nodeClass = String((await site.device(own))['nodeClass']);
    const id = await add('This computer', { nodeClass });
    await set(id, { enabled: true });
    await site.admin.put(`/device/${own}/policy`, { policyId: id });
    await sync();
    await until(async () =>
      expect(await delivery(own)).toMatchObject({
        state: 'refused',
        version: 1,
        reason: expect.stringContaining('CAIRN_AGENT_PATCHES'),
      }),
    );
    await set(id, { enabled: false });
    await sync();
    await until(async () => expect(await delivery(own)).toMatchObject({ state: 'applied', version: 2 }));
  });

  it('are none of a device without an agent', async () => {
    await execute(sql`update node set node_class = 'VMWARE_VM_HOST' where id = ${nodeId}`);
    expect(await patches()).toBeNull();
  });
});
