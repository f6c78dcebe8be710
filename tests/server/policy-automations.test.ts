// Automations that the devices of a policy run on a schedule: what is stored, what they run, and what keeps them from it.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runAutomations } from '#server/policy/run-automations.ts';
import { addPerson, automationBody, scriptBody, type Person } from '../contract/site.ts';
import { startSite } from './agent-rig.ts';
import { farHour } from './far-hour.ts';
import type { Answer, Json } from './visitor.ts';

let site: Awaited<ReturnType<typeof startSite>>;
let grace: Person;
let nodeId: number;
let clientId: number;
let scriptId: number;
let categoryId: number;

beforeAll(async () => {
  site = await startSite();
  await site.server.services.jobs.stop();
  grace = await addPerson(site.server, site.admin, 'Grace');
  ({ nodeId } = await site.enrolled());
  // No agent is connected, and the server would note that again and again.
  await execute(sql`update agent set disconnected_at = null, last_seen_at = now() + interval '1 day'`);
  clientId = Number((await site.admin.get(`/node/${nodeId}`)).body.clientId);
  const { script } = (await site.admin.post('/scripting/scripts', scriptBody('Clean up'))).body;
  scriptId = Number(script?.['id']);
  [categoryId = 0] = (script as unknown as { categoriesIds: number[] }).categoriesIds;
});
beforeEach(async () => {
  for (const table of ['maintenance_window', 'script_run', 'run', 'policy_assignment'])
    await execute(sql.raw(`delete from ${table}`));
  await execute(
    sql`update node set policy_id = null, node_class = 'LINUX_SERVER', is_server = true where id = ${nodeId}`,
  );
  await execute(sql`delete from policy`);
});

const execute = <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  site.server.services.database.execute<Row>(query);
const daily = {
  schema: '2.0',
  repeats: 'DAILY',
  repeatsEveryCount: 1,
  runAtHour: farHour,
  runAtMinute: 30,
  dayOfMonth: 1,
  startDate: '2026-01-01',
  end: { type: 'NEVER', occurenceCount: 1, endDate: null },
  timeZone: 'UTC',
};
const automation = (more: object = {}) => automationBody(scriptId, { key: randomUUID(), schedule: daily, ...more });
const policyBody = (name: string, more: object = {}) => ({
  name,
  enabled: true,
  nodeClassDefault: false,
  nodeClass: 'LINUX_SERVER',
  ...more,
});
const add = async (name: string, more: object = {}) =>
  Number((await site.admin.post('/policy', policyBody(name, more))).body.policyId);
const set = async (id: number, automations: object[], who = site.admin): Promise<Answer> => {
  const { revision } = (await site.admin.get(`/policy/${id}`)).body;
  return who.put(`/policy/${id}/automations`, { revision, automations });
};
const listOf = async (id: number) =>
  (await site.admin.get(`/policy/${id}/automations`)).body.automations as unknown as Record<string, Json>[];
const ofDevice = async () =>
  (await site.admin.get(`/device/${nodeId}/policy`)).body.automations as unknown as Record<string, unknown>[];
const tools = () => {
  const { database, live, secrets } = site.server.services;
  return { database, live, secrets };
};
/** As the job does, a minute after the automations are due. Returns the script runs of the device. */
async function due({ times = 1, up = true } = {}) {
  await execute(sql`update node set is_up = ${up} where id = ${nodeId}`);
  await execute(
    sql`update policy_automation set next_run_at = now() - interval '1 minute' where next_run_at is not null`,
  );
  await Promise.all(Array.from({ length: times }, () => runAutomations(tools())));
  return runs();
}
const runs = async () =>
  (await site.admin.get(`/scripting/run?deviceId=${nodeId}`)).body as unknown as Record<string, Json>[];
const waiting = async () =>
  (await execute<{ count: number }>(sql`select count(*)::int as count from policy_automation_target`)).rows[0]?.count;
const may = (...grants: [string, number | null][]) =>
  grace.may(grants.map(([permission, entityId]) => ({ permission, entityId })));
const everything = (policyId: number, ...without: string[]) =>
  may(
    ...(
      [
        ['POLICY:View', policyId],
        ['POLICY:Update', policyId],
        ['SCRIPT_CATEGORY:Run', categoryId],
        ['ORGANIZATION:View', clientId],
        ['NODE:View', clientId],
        ['NODE:Update', clientId],
      ] as [string, number | null][]
    ).filter(([permission]) => !without.includes(permission)),
  );

describe('the automations of a policy', () => {
  it('are its own, or of the nearest ancestor that sets them, by their key', async () => {
    const parent = await add('Parent');
    const child = await add('Child', { parentPolicyId: parent, nodeClassDefault: true });
    const entry = automation();
    expect((await set(parent, [entry])).status).toBe(200);
    expect(await listOf(child)).toMatchObject([
      { key: entry.key, source: { kind: 'POLICY', name: 'Parent' }, own: null, inherited: { enabled: true } },
    ]);
    expect(await ofDevice()).toMatchObject([{ scriptName: 'Clean up', source: { name: 'Parent' }, obstacle: '' }]);
    await set(child, [{ ...entry, enabled: false }]);
    expect(await listOf(child)).toMatchObject([{ source: { kind: 'OWN' }, own: { enabled: false } }]);
    expect(await ofDevice(), 'the child turns it off').toEqual([]);
    expect(await due()).toEqual([]);
    await set(child, []);
    await site.admin.put(`/policy/${parent}`, policyBody('Parent', { enabled: false }));
    expect(await ofDevice(), 'a policy that is off passes nothing on').toEqual([]);
  });

  it('are at most 20, each once, with a schedule that comes, for devices with an agent', async () => {
    const id = await add('Servers');
    const wrong = async (...entries: object[]) => (await set(id, entries)).body.fields;
    expect(await wrong(...Array.from({ length: 21 }, () => automation()))).toBeDefined();
    const entry = automation();
    expect(await wrong(entry, entry)).toHaveProperty('/automations');
    const never = { ...daily, repeats: 'ON_USER_LOGIN' };
    expect(await wrong(automation({ schedule: never }))).toHaveProperty('/automations/0/schedule/repeats');
    expect(await wrong(automation({ schedule: { ...daily, repeats: 'WEEKLY', daysOfWeek: [] } }))).toHaveProperty(
      '/automations/0/schedule/daysOfWeek',
    );
    expect(await wrong(automation({ variables: [{ name: 'nothing', value: '' }] }))).toHaveProperty(
      '/automations/0/variables',
    );
    const host = await add('Hosts', { nodeClass: 'VMWARE_VM_HOST' });
    expect((await set(host, [automation()])).body.fields).toHaveProperty('/automations');
  });

  it('are refused when the policy has changed since', async () => {
    const id = await add('Servers');
    await set(id, [automation()]);
    const stale = await site.admin.put(`/policy/${id}/automations`, { revision: 1, automations: [] });
    expect([stale.status, stale.body.errorCode]).toEqual([412, 'conflict']);
    expect(await listOf(id)).toHaveLength(1);
  });

  it('take the permission to change the policy, and to run the script that is added, but not to keep or turn one off', async () => {
    const id = await add('Servers');
    const entry = automation();
    await everything(id, 'POLICY:Update');
    expect((await set(id, [entry], grace.who)).status, 'the policy').toBe(403);
    await everything(id, 'SCRIPT_CATEGORY:Run');
    expect((await set(id, [entry], grace.who)).body.fields, 'the script').toHaveProperty('/automations/0/scriptId');
    await set(id, [entry]);
    expect((await set(id, [entry], grace.who)).status, 'unchanged').toBe(200);
    expect(await listOf(id), 'its author stays').toMatchObject([{ own: { createdBy: 'Ada Byron' } }]);
    const changed = { ...entry, timeoutSeconds: 120 };
    expect((await set(id, [changed], grace.who)).body.fields).toHaveProperty('/automations/0/scriptId');
    expect((await set(id, [{ ...entry, enabled: false }], grace.who)).status, 'off').toBe(200);
    expect((await set(id, [entry], grace.who)).body.fields, 'on again').toHaveProperty('/automations/0/scriptId');
  });

  it('take the permission to run the scripts before and after an installer, too', async () => {
    const elsewhere = categoryId === 5 ? 3 : 5;
    const { script } = (
      await site.admin.post('/scripting/scripts', { ...scriptBody('Before'), categoriesIds: [elsewhere] })
    ).body;
    const before = async (id: number | null) =>
      execute(sql`update script set pre_execution_script = ${id} where id = ${scriptId}`);
    const id = await add('Servers');
    await everything(id);
    const entry = automation();
    await before(Number(script?.['id']));
    expect((await set(id, [entry], grace.who)).body.fields).toHaveProperty('/automations/0/scriptId');
    await before(null);
    expect((await set(id, [entry], grace.who)).status).toBe(200);
    expect(await listOf(id)).toMatchObject([{ own: { obstacle: '' } }]);
    await before(Number(script?.['id']));
    expect(await listOf(id)).toMatchObject([
      { own: { obstacle: expect.stringContaining('may not run the scripts before and after this installer') } },
    ]);
    await before(null);
  });

  it('are copied with a policy by who may run their scripts, and refused to others', async () => {
    const id = await add('Servers');
    await set(id, [automation()]);
    const copy = await add('Copied', { copyOfId: id });
    expect(await listOf(copy)).toMatchObject([{ own: { scriptId } }]);
    await may(['POLICY:View', null], ['POLICY:Create', null]);
    const refused = await grace.who.post('/policy', policyBody('Again', { copyOfId: id }));
    expect(refused.body.fields).toHaveProperty('/copyOfId');
  });
});

describe('an automation that is due', () => {
  it('runs once on each device that gets it, and the run names its policy', async () => {
    const id = await add('Servers', { nodeClassDefault: true });
    await set(id, [automation()]);
    expect(await due({ times: 3 }), 'of several servers, one starts it').toMatchObject([
      { scriptName: 'Clean up', devices: 1, startedBy: 'Ada Byron', policy: { id, name: 'Servers' } },
    ]);
    await runAutomations(tools());
    expect(await runs(), 'nor a second time').toHaveLength(1);
    const [{ next } = { next: '' }] = (await ofDevice()).map((each) => ({ next: String(each['nextRunAt']) }));
    expect(Date.parse(next)).toBeGreaterThan(Date.now());
    const { rows } = await execute<{ summary: string }>(sql`select summary from audit where action = 'SCRIPT_RUN'`);
    expect(rows.at(-1)?.summary).toContain('by the policy “Servers”');
  });

  it('names no policy to whoever may not see it', async () => {
    const id = await add('Secret', { nodeClassDefault: true });
    await set(id, [automation()]);
    await due();
    await may(['ORGANIZATION:View', clientId], ['NODE:View', clientId]);
    const seen = (await grace.who.get(`/scripting/run?deviceId=${nodeId}`)).body;
    expect(seen).toMatchObject([{ policy: { id: null, name: '' } }]);
    expect(JSON.stringify((await grace.who.get(`/device/${nodeId}/policy`)).body)).not.toContain('Secret');
  });

  it.each(['SCRIPT_CATEGORY:Run', 'NODE:Update', 'NODE:View'])(
    'does not run when its author lost %s, and the device says why',
    async (lost) => {
      const id = await add('Servers', { nodeClassDefault: true });
      await everything(id);
      expect((await set(id, [automation()], grace.who)).status).toBe(200);
      await everything(id, lost);
      expect(await due()).toEqual([]);
      expect(await ofDevice()).toMatchObject([{ obstacle: expect.stringContaining('Grace') }]);
      expect(await due()).toEqual([]);
      const { rows } = await execute(
        sql`select 1 from audit where action = 'POLICY_AUTOMATION_STOPPED' and entity_id = ${String(id)}`,
      );
      // A device that its author may not change is none of the automation's.
      expect(rows, 'once, however often it is due').toHaveLength(lost === 'SCRIPT_CATEGORY:Run' ? 1 : 0);
      await everything(id);
      expect(await due()).toHaveLength(1);
    },
  );

  it.each(['SCRIPT_CATEGORY:Run', 'NODE:Update'])(
    'does not run on a device that waits for it when its author loses %s meanwhile',
    async (lost) => {
      const id = await add('Servers', { nodeClassDefault: true });
      await everything(id);
      await set(id, [automation()], grace.who);
      expect(await due({ up: false })).toEqual([]);
      expect(await waiting()).toBe(1);
      await everything(id, lost);
      await execute(sql`update node set is_up = true where id = ${nodeId}`);
      await runAutomations(tools());
      expect([await runs(), await waiting()]).toEqual([[], 0]);
    },
  );

  it('says how many devices it would run on: of the policies below too, where the reader may run scripts', async () => {
    const above = await add('Above', { nodeClassDefault: true });
    const below = await add('Below', { parentPolicyId: above });
    const reach = async (id: number, who = site.admin) => (await who.get(`/policy/${id}/automations`)).body['reach'];
    expect([await reach(above), await reach(below)]).toEqual([1, 0]);
    await execute(sql`update node set policy_id = ${below} where id = ${nodeId}`);
    expect([await reach(above), await reach(below)]).toEqual([1, 1]);
    await everything(above);
    expect(await reach(above, grace.who)).toBe(1);
    await everything(above, 'NODE:Update');
    expect(await reach(above, grace.who)).toBe(0);
    // Only the default is left, which the policy above is.
    await site.admin.put(`/policy/${below}`, policyBody('Below', { parentPolicyId: above, enabled: false }));
    expect([await reach(above), await reach(below)]).toEqual([1, 0]);
    await site.admin.put(`/policy/${above}`, policyBody('Above', { nodeClassDefault: true, enabled: false }));
    expect(await reach(above)).toBe(0);
  });

  it('is noted for no device that its author may not change', async () => {
    const id = await add('Servers', { nodeClassDefault: true });
    await everything(id, 'NODE:Update');
    await set(id, [automation()], grace.who);
    expect(await due({ up: false })).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  it('does not run while the policy is off, nor on a device that left the policy before its turn', async () => {
    const id = await add('Servers', { nodeClassDefault: true });
    await set(id, [automation()]);
    await site.admin.put(`/policy/${id}`, policyBody('Servers', { nodeClassDefault: true, enabled: false }));
    expect(await due()).toEqual([]);
    await site.admin.put(`/policy/${id}`, policyBody('Servers', { nodeClassDefault: true }));
    expect(await due({ up: false }), 'an offline device waits').toEqual([]);
    await site.admin.put(`/policy/${id}`, policyBody('Servers'));
    await execute(sql`update node set is_up = true where id = ${nodeId}`);
    await runAutomations(tools());
    expect(await runs()).toEqual([]);
  });

  it('waits for a device that is offline until it is due again, and then says so', async () => {
    const id = await add('Servers', { nodeClassDefault: true });
    await set(id, [automation()]);
    expect(await due({ up: false })).toEqual([]);
    await runAutomations(tools(), new Date(Date.now() + 25 * 3_600_000));
    expect((await runs()).at(-1)).toMatchObject({ failed: 1, policy: { name: 'Servers' } });
  });

  it('waits on for a device that goes offline between its turn and the start', async () => {
    const id = await add('Servers', { nodeClassDefault: true });
    await set(id, [automation()]);
    // The round of the agents notes at this moment that the device is gone.
    await execute(
      sql`create function go_offline() returns trigger language plpgsql as 'begin update node set is_up = false where id = old.node_id; return null; end'`,
    );
    await execute(
      sql`create trigger go_offline after delete on policy_automation_target for each row execute function go_offline()`,
    );
    expect([await due(), await waiting()]).toEqual([[], 1]);
    await execute(sql`drop function go_offline cascade`);
    await execute(sql`update node set is_up = true where id = ${nodeId}`);
    await runAutomations(tools());
    expect(await waiting()).toBe(0);
    expect(await runs()).toHaveLength(1);
  });

  it('is not made up for after a day without a server', async () => {
    const id = await add('Servers', { nodeClassDefault: true });
    await set(id, [automation()]);
    await execute(sql`update policy_automation set next_run_at = now() - interval '25 hours'`);
    await runAutomations(tools());
    expect(await runs()).toEqual([]);
    expect((await ofDevice())[0]).toMatchObject({ nextRunAt: expect.any(String) });
  });

  it('is suppressed by a maintenance that suppresses tasks, which lists it once', async () => {
    const id = await add('Servers', { nodeClassDefault: true });
    await set(id, [automation()]);
    const maintain = async (tasks: boolean) => {
      await execute(sql`delete from maintenance_window`);
      await execute(sql`insert into maintenance_window (node_id, starts_at, options, reason_message, set_by, set_at)
        values (${nodeId}, now() - interval '1 hour', ${JSON.stringify({ tasks })}::jsonb, '', 'Ada', now())`);
    };
    await maintain(true);
    expect(await due()).toEqual([]);
    expect(await due()).toEqual([]);
    const { items } = (await site.admin.get(`/device/${nodeId}/maintenance`)).body as unknown as {
      items: { suppressed: unknown }[];
    };
    expect(items[0]?.suppressed).toMatchObject({
      total: 1,
      items: [{ kind: 'SCRIPT', conditionName: 'Clean up', message: 'Policy “Servers”' }],
    });
    await maintain(false);
    expect(await due()).toHaveLength(1);
  });
});
