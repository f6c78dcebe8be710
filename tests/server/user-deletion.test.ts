// A deleted user: what goes, what keeps it, what nobody can do in its name meanwhile, and what the undo brings back.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { readOwner } from '#server/accounts/credentials.ts';
import { directoryJob } from '#server/database/schema/directory.ts';
import { networkScan } from '#server/database/schema/network-scans.ts';
import { policyAutomation } from '#server/database/schema/policy-automations.ts';
import { scheduledTask, scheduledTaskTarget } from '#server/database/schema/scheduled-tasks.ts';
import { scheduledScreen } from '#server/database/schema/screens.ts';
import { techniciansOf } from '#server/monitors/alerts/technicians.ts';
import { administrator, startTestServer, type TestServer } from './harness.ts';
import { everyRow } from './every-row.ts';
import { farHour } from './far-hour.ts';
import { purgeNow } from './purge-now.ts';
import { visitor, type Json, type Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
let clientId: number;
beforeAll(async () => {
  // Nobody listens there: the messages stay in the outbox.
  const mail = { url: 'smtp://127.0.0.1:1', from: 'cairn@example.com' };
  server = await startTestServer({ logLevel: 'silent', settings: { mail } });
  await server.services.jobs.stop();
  admin = await server.signInAsAdmin();
  clientId = Number((await admin.post('/client', { name: 'Acme', locations: [] })).body.client?.id);
});

const password = 'zeven paarse otters';
const execute = <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  server.services.database.execute<Row>(query);
let made = 0;

async function technician(more: object = {}) {
  const email = `tech${++made}@example.com`;
  const name = { firstName: 'Tech', lastName: `No ${made}` };
  const grants = ['ORGANIZATION:View', 'NODE:View'].map((permission) => ({ permission, entityId: clientId }));
  const { body } = await admin.post('/appuser', { ...name, email, grants, ...more });
  const token = String(body.activationLink).split('token=')[1];
  const who = visitor(server.url);
  expect((await who.post('/activation', { token, password })).status).toBe(200);
  return { who, email, id: Number(body.appuser?.id), name: `Tech No ${made}` };
}

async function withKey() {
  const user = await technician();
  const { body } = await user.who.post('/apikeypair', { name: 'Reports', scope: 'write', expiresInDays: 30 });
  const authorization = `Bearer ${String(body.apikeypair?.keyId)}.${String(body.secret)}`;
  await execute(sql`insert into security_key (user_id, name, credential_id, public_key, counter, transports)
    values (${user.id}, 'Yubi', ${`key ${user.id}`}, 'x', 0, '[]')`);
  return { ...user, robot: visitor(server.url, { authorization }) };
}

async function remove(id: number): Promise<number> {
  const { status, body } = await admin.delete(`/appuser/${id}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return Number(body.deletionId);
}

const signIn = async (email: string) => visitor(server.url).post('/session', { email, password });
async function listed(path: string): Promise<string> {
  const { status, body } = await admin.get(path);
  expect(status, path).toBe(200);
  return JSON.stringify(body);
}

describe('a deleted user', { timeout: 120_000 }, () => {
  it('disappears from every list, and is as before after the undo (F10-01, F10-07)', async () => {
    const { id, email, name } = await withKey();
    const lists = [
      ['/appuser', email],
      ['/apikeypair/all', email],
      ['/activity/person', name],
      ['/division/alerts', `"id":${id},`],
    ] as const;
    const found = async () => JSON.stringify((await admin.post('/qsearch', { query: name })).body);
    for (const [path, text] of lists) expect(await listed(path), path).toContain(text);
    expect(await found()).toContain(email);
    const before = await everyRow(server);
    const deletionId = await remove(id);
    for (const [path, text] of lists) expect(await listed(path), path).not.toContain(text);
    expect(await found()).not.toContain(email);
    for (const path of ['', '/delete/plan']) expect((await admin.get(`/appuser/${id}${path}`)).status, path).toBe(404);
    expect((await admin.put(`/appuser/${id}`, { firstName: 'T', lastName: 'X', email })).status).toBe(404);
    expect((await admin.post(`/appuser/${id}/activation`, {})).status).toBe(404);
    expect((await admin.delete(`/appuser/${id}`)).status).toBe(404);
    expect((await admin.get('/deletion')).body).toContainEqual(
      expect.objectContaining({ id: deletionId, kind: 'USER', name, deletedBy: 'Ada Byron', deviceCount: 0 }),
    );
    expect((await admin.post(`/deletion/${deletionId}/undo`)).body).toMatchObject({ name });
    expect(await everyRow(server)).toEqual(before);
    const { rows } = await execute<{ action: string }>(
      sql`select action from audit where entity_type = 'USER' and entity_id = ${String(id)} order by id desc limit 2`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['USER_RESTORED', 'USER_DELETED']);
  });

  it('can neither sign in nor use an API key, and can again after the undo; the sessions stay ended', async () => {
    const { id, email, who, robot } = await withKey();
    await execute(sql`delete from security_key where user_id = ${id}`);
    expect((await robot.get('/client')).status).toBe(200);
    const deletionId = await remove(id);
    expect((await who.get('/session')).status).toBe(401);
    expect((await robot.get('/client')).status).toBe(401);
    expect((await signIn(email)).body).toMatchObject({ errorCode: 'incorrect_credentials' });
    await admin.post(`/deletion/${deletionId}/undo`);
    expect((await who.get('/session')).status).toBe(401);
    expect((await robot.get('/client')).status).toBe(200);
    expect((await signIn(email)).status).toBe(200);
  });

  it('ends a sign-in that waits for its second factor, and a session of it opens nothing', async () => {
    const { id, email, who } = await withKey();
    const waiting = visitor(server.url);
    expect((await waiting.post('/session', { email, password })).body.errorCode).toBe('MFA_REQUIRED');
    await execute(sql`create table kept as select * from session where user_id = ${id}`);
    await execute(sql`create table kept_challenge as select * from mfa_challenge where user_id = ${id}`);
    await remove(id);
    expect((await waiting.post('/session/mfa', { code: '123456' })).body.errorCode).not.toBe('INCORRECT_MFA_CODE');
    // A sign-in that raced with the deletion.
    for (const table of ['session', 'mfa_challenge'])
      await execute(
        sql.raw(
          `insert into ${table} overriding system value select * from ${table === 'session' ? 'kept' : 'kept_challenge'}`,
        ),
      );
    server.services.sessions.forget();
    expect((await who.get('/session')).status).toBe(401);
    expect(await readOwner(server.services.database, id)).toBeUndefined();
    await execute(sql`drop table kept, kept_challenge`);
  });

  it('gets no mail about alerts until it is restored', async () => {
    const { id, email } = await technician();
    const { database } = server.services;
    const mails = async () => (await techniciansOf(database, clientId)).map((each) => each.email);
    expect(await mails()).toContain(email);
    const deletionId = await remove(id);
    expect(await mails()).not.toContain(email);
    await admin.post(`/deletion/${deletionId}/undo`);
    expect(await mails()).toContain(email);
  });

  it('keeps mail about alerts that was queued back until the undo, and drops it when the deletion is final', async () => {
    const { id, email } = await technician();
    await execute(sql`insert into mail_outbox (recipient, subject, body, alert_id, alert_news, next_attempt_at)
      values (${email.toUpperCase()}, 'Down', ${server.services.secrets.seal('Down')}, 1, 'raised', now())`);
    const tried = async () => {
      await execute(sql`update mail_outbox set next_attempt_at = now() - interval '1 minute' where alert_id = 1`);
      await server.services.mailer.deliverDue();
      const { rows } = await execute<{ state: string; error: string }>(
        sql`select state, error from mail_outbox where alert_id = 1`,
      );
      return rows[0];
    };
    const deletionId = await remove(id);
    expect(await tried()).toEqual({ state: 'pending', error: 'The user was deleted.' });
    await admin.post(`/deletion/${deletionId}/undo`);
    expect((await tried())?.error).toContain('The connection failed');
    await remove(id);
    await purgeNow(server);
    expect(await tried()).toEqual({ state: 'failed', error: 'The user was deleted.' });
  });

  it('cannot use the link of its invitation until it is restored', async () => {
    const { body } = await admin.post('/appuser', { firstName: 'New', lastName: 'Comer', email: 'new@example.com' });
    const token = String(body.activationLink).split('token=')[1];
    const deletionId = await remove(Number(body.appuser?.id));
    const use = async () => (await visitor(server.url).post('/activation', { token, password })).status;
    expect(await use()).toBe(404);
    await admin.post(`/deletion/${deletionId}/undo`);
    expect(await use()).toBe(200);
  });

  it('frees its email address, and says so when it was taken meanwhile', async () => {
    const { id, email } = await technician();
    const deletionId = await remove(id);
    expect((await admin.post('/appuser', { firstName: 'A', lastName: 'B', email })).status).toBe(200);
    const refused = await admin.post(`/deletion/${deletionId}/undo`);
    expect(refused).toMatchObject({ status: 409, body: { errorCode: 'EMAIL_ALREADY_IN_USE' } });
    expect(refused.body.errorMessage).toContain(`Tech No ${made}`);
  });

  it('is removed with everything of it when the deletion is final, and cannot be restored then', async () => {
    const { id } = await withKey();
    const deletionId = await remove(id);
    await purgeNow(server);
    expect((await admin.post(`/deletion/${deletionId}/undo`)).status).toBe(404);
    const { rows } = await execute(sql`select 1 from app_user where id = ${id}
      union all select 1 from api_key where user_id = ${id} union all select 1 from user_grant where user_id = ${id}`);
    expect(rows).toEqual([]);
    const { rows: audits } = await execute<{ action: string }>(sql`select action from audit order by id desc limit 1`);
    expect(audits).toEqual([{ action: 'USER_PURGED' }]);
  });
});

/** One that waits on a device, and one that ran. */
async function reboots(userId: number, organizationId: number, locationId: number): Promise<void> {
  const { database } = server.services;
  const { rows } = await execute<{ id: number }>(sql`
    insert into node (name, node_class, node_type, organization_id, location_id)
    values ('web', 'LINUX_SERVER', 'AGENT', ${organizationId}, ${locationId}) returning id`);
  for (const [name, state] of [
    ['Updates', 'WAITING'],
    ['Last week', 'DONE'],
  ] as const) {
    const at = new Date(Date.now() + 86_400_000);
    const task = { name, description: '', skipIfOffline: true, schedule: {} as never, runAt: at, lastAt: at };
    const [made] = await database
      .insert(scheduledTask)
      .values({ ...task, userId, createdBy: 'Tech' })
      .returning({ id: scheduledTask.id });
    const target = { taskId: Number(made?.id), nodeId: Number(rows[0]?.id), commandId: randomUUID(), signature: '' };
    await database.insert(scheduledTaskTarget).values({ ...target, state });
  }
}

describe('the plan of a user', { timeout: 120_000 }, () => {
  const planOf = async (id: number, who: Visitor = admin) => (await who.get(`/appuser/${id}/delete/plan`)).body;

  it('counts and names what goes with it', async () => {
    const { id, who, name } = await withKey();
    const plan = await planOf(id);
    expect(plan).toMatchObject({ verdict: 'POSSIBLE', name, warnings: [], blockers: [] });
    expect(plan.lines).toEqual([
      { kind: 'permissions', count: 2, names: [] },
      { kind: 'sessions', count: 1, names: [expect.stringContaining('127.0.0.1')] },
      { kind: 'apiKeys', count: 1, names: ['Reports'] },
      { kind: 'secondFactors', count: 1, names: ['Yubi'] },
    ]);
    expect((await who.get(`/appuser/${id}/delete/plan`)).status, 'not an administrator').toBe(403);
  });

  it('names the scheduled work that stops with it, and a phone that codes are sent to', async () => {
    const { id } = await technician();
    const { database } = server.services;
    await execute(sql`update app_user set text_phone = '+31612345678' where id = ${id}`);
    const policy = { name: 'Servers', enabled: true, nodeClassDefault: false, nodeClass: 'LINUX_SERVER' };
    const { policyId } = (await admin.post('/policy', policy)).body;
    const cellar = { name: 'Cellar', locations: [{ name: 'Main office' }] };
    const { client } = (await admin.post('/client', cellar)).body as unknown as {
      client: { id: number; locations: { id: number }[] };
    };
    const by = { userId: id, createdBy: 'Tech' };
    const schedule = { repeats: 'DAILY', runAtHour: farHour, runAtMinute: 0 } as never;
    await database.insert(policyAutomation).values({
      ...by,
      policyId: Number(policyId),
      key: randomUUID(),
      enabled: true,
      scriptName: 'Clean up',
      parameters: '',
      variables: [],
      runAs: '',
      timeoutSeconds: 60,
      schedule,
    });
    const scan = {
      ...by,
      organizationId: client.id,
      locationId: Number(client.locations[0]?.id),
      ipTargets: '192.0.2.1',
      pingTimeoutMS: 500,
      pingPacketTTL: 127,
      pingsPerNode: 2,
      delayBetweenPingsMS: 300,
      schedule,
      alerts: false,
      notificationChannelIds: [],
    };
    await database.insert(networkScan).values([
      { ...scan, name: 'Cellar every night' },
      { ...scan, name: 'Attic', paused: true },
    ]);
    const job = {
      ...by,
      organizationId: client.id,
      runOnce: false,
      allowPlain: false,
      ouPath: '',
      recursiveOuPath: true,
    };
    await database.insert(directoryJob).values([
      { ...job, name: 'Accounts', jobType: 'SCHEDULED', ouKey: 'a', schedule, deployment: {} as never },
      { ...job, name: 'Asked once', jobType: 'AD_HOC', ouKey: 'b' },
    ]);
    await reboots(id, client.id, Number(client.locations[0]?.id));
    const text = JSON.stringify({ title: 'Particulars', schema: { type: 'object' } });
    const publication = { flow: 'organization', text, base: 0, note: '', userId: id, createdBy: 'Grace Hopper' };
    const times = { createdAt: new Date(), runAt: new Date(Date.now() + 3_600_000) };
    await database.insert(scheduledScreen).values([
      { ...publication, ...times, screen: 'details' },
      { ...publication, ...times, screen: 'locations', failedAt: new Date(), reason: 'A path is broken' },
    ]);
    const { warnings, lines } = await planOf(id);
    expect(warnings).toEqual([
      { code: 'AUTOMATIONS_STOP', message: expect.stringContaining('and stop: Clean up (Servers). Save them again') },
      {
        code: 'DISCOVERIES_STOP',
        message: expect.stringContaining('and stop: Accounts, Cellar every night. Save them again'),
      },
      { code: 'REBOOTS_STOP', message: 'These scheduled reboots of this user do not run: Updates.' },
      {
        code: 'PUBLICATIONS_WAIT',
        message:
          'These screens are not published at their time: organization/details. Take each as your own change in the Studio and publish it.',
      },
    ]);
    expect(lines).toContainEqual({ kind: 'secondFactors', count: 1, names: ['Text messages'] });
  });

  it('blocks the own account and the last administrator, as the deletion refuses them (F10-09, F10-18)', async () => {
    const me = Number((await admin.get('/session')).body.id);
    const own = "You can't delete your own user account.";
    const plan = await planOf(me);
    expect(plan.verdict).toBe('BLOCKED');
    expect(plan.blockers).toEqual([
      { code: 'cannot_delete_own_account', message: own },
      { code: 'last_sysadmin', message: 'At least one system administrator must remain.' },
    ]);
    expect((await admin.delete(`/appuser/${me}`)).body).toMatchObject({ errorMessage: own });
    const other = await technician({ sysadmin: true });
    expect((await planOf(me, other.who)).blockers).toEqual([]);
    const deletionId = await remove(other.id);
    expect((await planOf(me)).blockers, 'a deleted administrator does not count').toHaveLength(2);
    await admin.post(`/deletion/${deletionId}/undo`);
    await remove(other.id);
  });

  it('is for administrators only, and so is the undo', async () => {
    const { who } = await technician({
      grants: [
        'ORGANIZATION:View',
        'ORGANIZATION:Delete',
        'NODE:View',
        'NODE:Delete',
        'POLICY:View',
        'POLICY:Delete',
      ].map((permission) => ({ permission, entityId: null })),
    });
    const { id } = await technician();
    expect((await who.delete(`/appuser/${id}`)).status).toBe(403);
    const deletionId = await remove(id);
    const seen = (await who.get('/deletion')).body as unknown as Json[];
    expect(seen.map(({ kind }) => kind)).not.toContain('USER');
    expect((await who.post(`/deletion/${deletionId}/undo`)).status).toBe(404);
  });

  it('asks for the password again when it was shown long ago', async () => {
    const { id } = await technician();
    await execute(sql`update session set password_at = now() - interval '1 hour'`);
    server.services.sessions.forget();
    expect((await admin.delete(`/appuser/${id}`)).body).toMatchObject({ errorCode: 'PASSWORD_REQUIRED' });
    await admin.post('/session/password', { password: administrator.password });
    await remove(id);
  });
});
