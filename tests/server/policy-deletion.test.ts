// A deleted policy: what blocks it, what it no longer does meanwhile, and what the undo brings back.
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runAutomations } from '#server/policy/run-automations.ts';
import { runReboots } from '#server/power/run-reboots.ts';
import { addPerson, automationBody, rebootBody, scriptBody, type Person } from '../contract/site.ts';
import { startSite } from './agent-rig.ts';
import { everyRow } from './every-row.ts';
import { farHour } from './far-hour.ts';
import { purgeNow } from './purge-now.ts';
import type { Json } from './visitor.ts';

let site: Awaited<ReturnType<typeof startSite>>;
let grace: Person;
let nodeId: number;
let clientId: number;
let scriptId: number;

beforeAll(async () => {
  site = await startSite();
  await site.server.services.jobs.stop();
  grace = await addPerson(site.server, site.admin, 'Grace');
  ({ nodeId } = await site.enrolled());
  // No agent is connected, and the server would note that again and again.
  await execute(sql`update agent set disconnected_at = null, last_seen_at = now() + interval '1 day'`);
  await execute(sql`update node set node_class = 'LINUX_SERVER', is_server = true where id = ${nodeId}`);
  clientId = Number((await site.admin.get(`/node/${nodeId}`)).body.clientId);
  const { script } = (await site.admin.post('/scripting/scripts', scriptBody('Clean up'))).body;
  scriptId = Number(script?.['id']);
});
beforeEach(async () => {
  for (const statement of [
    'update node set policy_id = null, deletion_id = null',
    'update organization set deletion_id = null',
    'delete from policy_assignment',
    'delete from script_run',
    'delete from run',
    'delete from policy',
    'delete from deletion',
  ])
    await execute(sql.raw(statement));
});

const execute = <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  site.server.services.database.execute<Row>(query);
const policyBody = (name: string, more: object = {}) => ({
  name,
  enabled: true,
  nodeClassDefault: false,
  nodeClass: 'LINUX_SERVER',
  ...more,
});
const add = async (name: string, more: object = {}) =>
  Number((await site.admin.post('/policy', policyBody(name, more))).body.policyId);
const planOf = async (id: number, who = site.admin) => (await who.get(`/policy/${id}/delete/plan`)).body;
const may = (...grants: [string, number | null][]) =>
  grace.may(grants.map(([permission, entityId]) => ({ permission, entityId })));
async function remove(path: string): Promise<number> {
  const { status, body } = await site.admin.delete(path);
  expect(status, JSON.stringify(body)).toBe(200);
  return Number(body.deletionId);
}
const undo = async (id: number, who = site.admin) => {
  const { status, body } = await who.post(`/deletion/${id}/undo`);
  return status === 200 ? 'restored' : body.errorCode;
};
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
async function automate(id: number, who = site.admin): Promise<void> {
  const { revision } = (await who.get(`/policy/${id}`)).body;
  const key = '7f8a2a50-2f8c-4d4f-9a3b-0d5a1f3f1c11';
  const automations = [automationBody(scriptId, { key, schedule: daily })];
  expect((await who.put(`/policy/${id}/automations`, { revision, automations })).status).toBe(200);
}

describe('a deleted policy', { timeout: 120_000 }, () => {
  it('leaves the list, and is as before after the undo, with what is allowed for it (F10-01, F10-08)', async () => {
    const id = await add('Web');
    await automate(id);
    await may(['POLICY:View', id]);
    const before = await everyRow(site.server);
    const plan = await planOf(id);
    expect(plan).toMatchObject({ verdict: 'POSSIBLE', name: 'Web', blockers: [] });
    expect(plan.lines).toEqual([
      { kind: 'grants', count: 1, names: ['Grace Hopper'] },
      { kind: 'automations', count: 1, names: ['Clean up'] },
    ]);
    const deletionId = await remove(`/policy/${id}`);
    expect((await site.admin.get('/policy')).body).toEqual([]);
    for (const path of ['', '/conditions', '/automations', '/assignments', '/delete/plan'])
      expect((await site.admin.get(`/policy/${id}${path}`)).status, path).toBe(404);
    expect((await site.admin.get(`/appuser/${grace.id}`)).body.grants).toEqual([]);
    expect(await undo(deletionId)).toBe('restored');
    expect(await everyRow(site.server)).toEqual(before);
    const { rows } = await execute<{ action: string }>(
      sql`select action from audit where entity_type = 'POLICY' and entity_id = ${String(id)} order by id desc limit 2`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['POLICY_RESTORED', 'POLICY_DELETED']);
  });

  it('can be neither assigned, nor chosen as parent, nor copied meanwhile', async () => {
    const id = await add('Web');
    await remove(`/policy/${id}`);
    expect((await site.admin.post(`/policy/${id}/assignments`, { clientId })).status).toBe(404);
    expect((await site.admin.put(`/device/${nodeId}/policy`, { policyId: id })).body.fields).toHaveProperty(
      '/policyId',
    );
    const child = await site.admin.post('/policy', policyBody('Child', { parentPolicyId: id }));
    expect(child.body.fields).toHaveProperty('/parentPolicyId');
    expect((await site.admin.post('/policy', policyBody('Copy', { copyOfId: id }))).status).toBe(404);
  });

  it('frees its name, and says so when the name was taken meanwhile', async () => {
    const deletionId = await remove(`/policy/${await add('Web')}`);
    await add('web');
    expect(await undo(deletionId)).toBe('POLICY_NAME_ALREADY_IN_USE');
  });

  it('is removed with what was allowed for it when the deletion is final', async () => {
    const id = await add('Web');
    await may(['POLICY:View', id], ['ORGANIZATION:View', id]);
    const deletionId = await remove(`/policy/${id}`);
    await purgeNow(site.server);
    expect(await undo(deletionId)).toBe('not_found');
    const { rows } = await execute(sql`select permission from user_grant where user_id = ${grace.id}`);
    expect(rows, 'the id is that of an organization for other permissions').toEqual([
      { permission: 'ORGANIZATION:View' },
    ]);
    const { rows: audits } = await execute(sql`select action from audit order by id desc limit 1`);
    expect(audits).toEqual([{ action: 'POLICY_PURGED' }]);
  });

  it('needs the permission for that policy, to delete it and to undo that', async () => {
    const [mine, other] = [await add('Mine'), await add('Other')];
    await may(['POLICY:View', mine], ['POLICY:View', other], ['POLICY:Delete', other]);
    expect((await grace.who.get(`/policy/${mine}/delete/plan`)).status).toBe(403);
    expect((await grace.who.delete(`/policy/${mine}`)).status).toBe(403);
    const deletionId = await remove(`/policy/${mine}`);
    expect((await grace.who.get('/deletion')).body).toEqual([]);
    expect(await undo(deletionId, grace.who)).toBe('not_found');
    await may(['POLICY:Delete', mine]);
    expect(await undo(deletionId, grace.who), 'does not see it').toBe('not_found');
    await may(['POLICY:View', mine], ['POLICY:Delete', mine]);
    expect((await grace.who.get('/deletion')).body).toMatchObject([{ kind: 'POLICY', name: 'Mine' }]);
    expect(await undo(deletionId, grace.who)).toBe('restored');
    expect((await grace.who.delete(`/policy/${mine}`)).body).toMatchObject({ resultCode: 'SUCCESS', name: 'Mine' });
  });

  it('asks for the password again when it was shown long ago', async () => {
    const id = await add('Web');
    await execute(sql`update session set password_at = now() - interval '1 hour'`);
    site.server.services.sessions.forget();
    expect((await site.admin.delete(`/policy/${id}`)).body).toMatchObject({ errorCode: 'PASSWORD_REQUIRED' });
    await execute(sql`update session set password_at = now()`);
    site.server.services.sessions.forget();
  });
});

describe('what uses a policy', () => {
  const blockersOf = async (id: number, who = site.admin) =>
    (await planOf(id, who)).blockers as unknown as { code: string; message: string }[];

  it('blocks it, by name, in the plan and in the refusal (F10-10)', async () => {
    const id = await add('Used', { nodeClassDefault: true });
    await add('Child', { parentPolicyId: id });
    await site.admin.post(`/policy/${id}/assignments`, { clientId });
    await site.admin.put(`/device/${nodeId}/policy`, { policyId: id });
    const [isDefault, inUse] = await blockersOf(id);
    expect(isDefault).toEqual({ code: 'cannot_delete_default_policy', message: "You can't delete a default policy." });
    expect(inUse).toMatchObject({ code: 'policy_in_use' });
    const { name } = (await site.admin.get(`/client/${clientId}`)).body;
    const device = (await site.admin.get(`/device/${nodeId}`)).body.name;
    expect(inUse?.message).toContain(
      `1 policy that inherits from it (Child), 1 organization or location (${String(name)}), 1 device (${String(device)})`,
    );
    await execute(sql`update policy set node_class_default = false`);
    const refused = await site.admin.delete(`/policy/${id}`);
    expect(refused.body).toMatchObject({ errorCode: 'policy_in_use', errorMessage: inUse?.message });
  });

  it('is not named to somebody who does not see it', async () => {
    const id = await add('Used');
    await add('Child', { parentPolicyId: id });
    await site.admin.post(`/policy/${id}/assignments`, { clientId });
    await site.admin.put(`/device/${nodeId}/policy`, { policyId: id });
    await may(['POLICY:View', id], ['POLICY:Delete', id]);
    const [inUse] = await blockersOf(id, grace.who);
    expect(inUse?.message).toMatch(
      /It is used by 1 policy that inherits from it, 1 organization or location, 1 device\.$/,
    );
  });

  it('blocks nothing once it is deleted, and cannot be restored before the policy is', async () => {
    const id = await add('Used');
    const child = await add('Child', { parentPolicyId: id });
    await site.admin.put(`/device/${nodeId}/policy`, { policyId: id });
    const other = Number((await site.admin.post('/client', { name: `Other ${id}`, locations: [] })).body.client?.id);
    await site.admin.post(`/policy/${id}/assignments`, { clientId: other });
    const deletions = [
      await remove(`/policy/${child}`),
      await remove(`/device/${nodeId}`),
      await remove(`/client/${other}`),
    ];
    const deletionId = await remove(`/policy/${id}`);
    for (const each of deletions) expect(await undo(each)).toBe('undo_needs_policy');
    expect(await undo(deletionId)).toBe('restored');
    for (const each of deletions) expect(await undo(each)).toBe('restored');
  });
});

describe('what a policy and its author do', () => {
  const tools = () => {
    const { database, live, secrets } = site.server.services;
    return { database, live, secrets };
  };
  const runs = async () => (await site.admin.get(`/scripting/run?deviceId=${nodeId}`)).body as unknown as Json[];
  const waiting = async () => (await execute(sql`select 1 from policy_automation_target`)).rows.length;

  it.each(['policy', 'author'])('waits while the %s is deleted, and goes on after the undo', async (which) => {
    const id = await add('Servers');
    await site.admin.put(`/device/${nodeId}/policy`, { policyId: id });
    await automate(id);
    const author = (
      await execute<{ id: number }>(sql`insert into app_user (email, first_name, last_name, sysadmin, content)
      values (${`author-${which}@example.com`}, 'A', 'B', true, '{"runOnlyScriptCategories":[]}') returning id`)
    ).rows[0]?.id;
    await execute(sql`update policy_automation set user_id = ${author ?? 0}`);
    const marked = sql.raw(which === 'policy' ? 'policy' : 'app_user');
    const row = which === 'policy' ? id : (author ?? 0);
    await execute(sql`insert into deletion (kind, name, deleted_by, deleted_at, purge_at) values
      (${which === 'policy' ? 'POLICY' : 'USER'}, 'x', 'y', now(), now() + interval '15 minutes')`);
    const mark = () => execute(sql`update ${marked} set deletion_id = (select id from deletion) where id = ${row}`);
    const clear = () => execute(sql`update ${marked} set deletion_id = null where id = ${row}`);
    await execute(sql`update node set is_up = false where id = ${nodeId}`);
    await execute(sql`update policy_automation set next_run_at = now() - interval '1 minute'`);
    await mark();
    await runAutomations(tools());
    expect(await waiting(), 'not even noted').toBe(0);
    await clear();
    await runAutomations(tools());
    expect(await waiting()).toBe(1);
    await execute(sql`update node set is_up = true where id = ${nodeId}`);
    await mark();
    await runAutomations(tools());
    expect(await runs(), 'noted, but deleted meanwhile').toEqual([]);
    await clear();
    await runAutomations(tools());
    expect(await runs()).toHaveLength(1);
    await execute(sql`delete from app_user where id = ${author ?? 0}`);
  });

  it('holds back a reboot of a deleted user, and cancels it when the deletion is final', async () => {
    const { body } = await site.admin.post('/scheduledTask/reboot', rebootBody('Updates', nodeId));
    const taskId = Number(body['id']);
    const { rows } = await execute<{ id: number }>(sql`insert into app_user (email, first_name, last_name, content)
      values ('rebooter@example.com', 'A', 'B', '{}') returning id`);
    await execute(
      sql`update scheduled_task set user_id = ${rows[0]?.id ?? 0}, run_at = now() - interval '1 minute', last_at = now() - interval '30 seconds' where id = ${taskId}`,
    );
    const state = async () =>
      (await execute<{ state: string }>(sql`select state from scheduled_task_target where task_id = ${taskId}`)).rows[0]
        ?.state;
    const deletionId = await remove(`/appuser/${rows[0]?.id ?? 0}`);
    await runReboots(tools());
    expect(await state()).toBe('WAITING');
    expect(await undo(deletionId)).toBe('restored');
    await remove(`/appuser/${rows[0]?.id ?? 0}`);
    await purgeNow(site.server);
    expect(await state()).toBe('CANCELLED');
  });
});
