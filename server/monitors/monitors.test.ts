import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserActor } from '../access/actor.ts';
import { startTestServer, type TestServer } from '#tests/server/harness.ts';
import type { Answer, Json, Visitor } from '#tests/server/visitor.ts';
import { listAlerts } from './alerts/read-alerts.ts';
import { techniciansOf } from './alerts/technicians.ts';
import { listMonitors, seenMonitor } from './read-monitors.ts';

let cairn: TestServer;
let admin: Visitor;
let place: { clientId: number; locationId: number };
let target: Server;
let url: string;
/** What the watched website answers with. */
let status = 200;
let hits = 0;

beforeAll(async () => {
  cairn = await startTestServer({ settings: { mail: { url: 'smtp://127.0.0.1:1', from: 'cairn@example.com' } } });
  admin = await cairn.signInAsAdmin();
  const { body } = await admin.post('/client', { name: 'Acme', locations: [{ name: 'Main office' }] });
  place = { clientId: Number(body.client?.id), locationId: Number(body.client?.locations?.[0]?.id) };
  target = createServer((request, response) => {
    hits += 1;
    response.writeHead(status, { 'x-seen-login': request.headers.authorization ?? 'none' }).end(`<b>hello ${hits}</b>`);
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
}, 60_000);
afterAll(() => {
  target.closeAllConnections();
  target.close();
});

const http = (more: Record<string, unknown> = {}) => ({
  enabled: true,
  ...place,
  monitorType: 'HTTP',
  monitorName: 'Website',
  frequency: 3600,
  timeout: 5,
  httpHostname: url,
  methodType: 'GET',
  authenticationType: 'NONE',
  saveResponseBody: true,
  saveCertificateInformation: true,
  requestBodyType: 'NONE',
  conditions: [],
  ...more,
});
const failedCondition = (more: Record<string, unknown> = {}) => ({
  type: 'HttpWebsiteFailed',
  enabled: true,
  conditionName: 'Website is down',
  runCount: 1,
  resetThreshold: 1,
  severity: 'CRITICAL',
  priority: 'HIGH',
  notificationAction: 'NONE',
  ...more,
});

async function add(more: Record<string, unknown> = {}): Promise<number> {
  const { status: code, body } = await admin.post('/cloudmonitor', http(more));
  expect([code, body]).toEqual([200, expect.objectContaining({ resultCode: 'SUCCESS' })]);
  return Number(body.cloudMonitor?.id);
}
const read = async (id: number) => (await admin.get(`/cloudmonitor/${id}`)).body;

/** Asks until the answer is as wanted; fails with the last answer. */
async function until<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean, milliseconds = 3000): Promise<T> {
  const end = performance.now() + milliseconds;
  for (;;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    if (performance.now() > end) throw new Error(`still ${JSON.stringify(answer)}`);
    await sleep(25);
  }
}
/** Lets the monitor run now, without changing it. */
const runNow = (id: number) => cairn.services.monitors.announce(cairn.services.database, [id]);
const lastAt = (monitor: Json) => String(monitor.lastResult?.at);
async function runAgain(id: number): Promise<Json> {
  const before = lastAt(await read(id));
  await runNow(id);
  return until(
    () => read(id),
    (monitor) => lastAt(monitor) !== before && monitor.lastResult !== null,
  );
}

describe('a cloud monitor', () => {
  it('is checked within a second of being added, and shows what came back', async () => {
    const startedAt = performance.now();
    const id = await add({ monitorName: 'Quick' });
    const monitor = await until(
      () => read(id),
      (each) => each.lastResult !== null,
    );
    expect(performance.now() - startedAt).toBeLessThan(1500);
    expect(monitor).toMatchObject({
      status: 'up',
      target: url,
      clientName: 'Acme',
      locationName: 'Main office',
      lastResult: { ok: true, statusCode: 200, message: 'The server answered 200 OK.' },
      lastDetail: { address: '127.0.0.1', bodyTruncated: false },
    });
    expect(String(monitor.lastDetail?.body)).toMatch(/^<b>hello/);
    const results = (await admin.get(`/cloudmonitor/${id}/results`)).body;
    expect(results).toMatchObject({ availability: 1, points: [{ up: 1, checks: 1 }] });
  });

  it('pings', async () => {
    const { body } = await admin.post('/cloudmonitor', {
      enabled: true,
      ...place,
      monitorType: 'PING',
      monitorName: 'Gateway',
      frequency: 60,
      timeout: 2,
      hostname: '127.0.0.1',
      conditions: [],
    });
    const id = Number(body.cloudMonitor?.id);
    const monitor = await until(
      () => read(id),
      (each) => each.lastResult !== null,
      5000,
    );
    expect(monitor).toMatchObject({ status: 'up', target: '127.0.0.1', lastDetail: { packetLoss: 0 } });
  });

  it('never tells its password, keeps it when left out, and asks for it again for another server', async () => {
    const login = { authenticationType: 'BASIC', httpUsername: 'watcher', httpPassword: 'open sesame' };
    const id = await add({ ...login, monitorName: 'Guarded' });
    const seenLogin = (monitor: Json) => JSON.stringify(monitor.lastDetail?.headers);
    const encoded = Buffer.from('watcher:open sesame').toString('base64');
    const first = await until(
      () => read(id),
      (each) => each.lastResult !== null,
    );
    expect(seenLogin(first)).toContain(encoded);
    expect(first.httpPasswordSet).toBe(true);
    expect(JSON.stringify({ ...first, lastDetail: null })).not.toContain('open sesame');
    const { rows } = await cairn.services.database.execute(sql`select config from cloud_monitor where node_id = ${id}`);
    expect(JSON.stringify(rows)).not.toContain('open sesame');

    const { httpPassword: _, ...kept } = login;
    expect(
      (await admin.put(`/cloudmonitor/${id}`, http({ ...kept, monitorName: 'Guarded', httpHostname: `${url}other` })))
        .status,
    ).toBe(200);
    expect(seenLogin(await runAgain(id))).toContain(encoded);
    const elsewhere = await admin.put(
      `/cloudmonitor/${id}`,
      http({ ...kept, httpHostname: 'http://elsewhere.example/' }),
    );
    expect([elsewhere.status, elsewhere.body.fields]).toEqual([400, { '/httpPassword': 'Required' }]);
    const tested = await admin.post('/cloudmonitor/test', { id, monitor: withoutConditions(http({ ...kept })) });
    expect(JSON.stringify(tested.body.detail?.headers)).toContain(encoded);
  });

  it('locks its type once saved', async () => {
    const id = await add();
    const { conditions: _, ...rest } = http();
    const answer = await admin.put(`/cloudmonitor/${id}`, {
      ...rest,
      monitorType: 'PING',
      hostname: '127.0.0.1',
      conditions: [],
    });
    expect([answer.status, answer.body.errorCode]).toEqual([422, 'monitor_type_locked']);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a blank name', { monitorName: '  ' }, '/monitorName'],
    ['a frequency out of bounds', { frequency: 1 }, '/frequency'],
    ['an address that is no URL', { httpHostname: 'nowhere' }, '/httpHostname'],
    ['a login without a name', { authenticationType: 'BASIC', httpPassword: 'x' }, '/httpUsername'],
    ['a login without a password', { authenticationType: 'BASIC', httpUsername: 'x' }, '/httpPassword'],
    ['a header that HTTP does not allow', { requestHeaders: [{ name: 'a b', value: 'c' }] }, '/requestHeaders/0/name'],
    ['an empty raw body', { requestBodyType: 'RAW', requestBodyRaw: '' }, '/requestBodyRaw'],
    ['a condition of another type', { conditions: [failedCondition({ type: 'PingFailed' })] }, '/conditions/0/type'],
    [
      'a condition with a count out of bounds',
      { conditions: [failedCondition({ runCount: 0 })] },
      '/conditions/0/runCount',
    ],
    ['a condition of another monitor', { conditions: [failedCondition({ id: 999_999 })] }, '/conditions/0/id'],
    ['an unknown organization', { clientId: 999_999 }, '/clientId'],
    ['a location of another organization', { locationId: 999_999 }, '/locationId'],
  ])('is refused with %s', async (_, more, pointer) => {
    const answer = await admin.post('/cloudmonitor', http(more));
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [pointer]]);
  });

  it('rests while it is paused, and is checked at once when it goes on', async () => {
    const id = await add({ monitorName: 'Resting' });
    await until(
      () => read(id),
      (each) => each.lastResult !== null,
    );
    expect((await admin.patch(`/cloudmonitor/${id}/enabled`, { enabled: false })).body).toMatchObject({
      cloudMonitor: { status: 'paused', enabled: false },
    });
    const before = lastAt(await read(id));
    await runNow(id);
    await sleep(600);
    expect(lastAt(await read(id))).toBe(before);
    await admin.patch(`/cloudmonitor/${id}/enabled`, { enabled: true });
    await until(
      () => read(id),
      (each) => lastAt(each) !== before && String(each.status) === 'up',
    );
  });

  it('goes with its history, and nothing of it is found any more', async () => {
    const id = await add({ monitorName: 'Short-lived', conditions: [failedCondition()] });
    await until(
      () => read(id),
      (each) => each.lastResult !== null,
    );
    expect((await admin.delete(`/cloudmonitor/${id}`)).status).toBe(200);
    for (const path of [`/cloudmonitor/${id}`, `/cloudmonitor/${id}/results`])
      expect((await admin.get(path)).status).toBe(404);
    const { rows } = await cairn.services.database.execute<{ left: number }>(sql`
      select (select count(*) from monitor_result where monitor_id = ${id}) + (select count(*) from monitor_condition where monitor_id = ${id})
        + (select count(*) from node where id = ${id}) as left`);
    expect(Number(rows[0]?.left)).toBe(0);
  });
});

const withoutConditions = (monitor: Record<string, unknown>) => ({ ...monitor, conditions: undefined });

describe('"Test now"', () => {
  it('runs once, shows what came back, and keeps nothing', async () => {
    const { total } = (await admin.get('/cloudmonitor')).body;
    const answer = await admin.post('/cloudmonitor/test', { monitor: withoutConditions(http()) });
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { result: { ok: true, statusCode: 200 }, detail: { address: '127.0.0.1' } },
    ]);
    expect((await admin.get('/cloudmonitor')).body.total).toBe(total);
  });

  it('says why a metadata address is refused', async () => {
    const answer = await admin.post('/cloudmonitor/test', {
      monitor: withoutConditions(http({ httpHostname: 'http://169.254.169.254/' })),
    });
    expect(answer.body).toMatchObject({ result: { ok: false, error: 'address_refused', responseTime: null } });
    expect(answer.body.result?.message).toContain('169.254.169.254');
  });

  it('keeps to the setting for private targets at once', async () => {
    await admin.put('/division', { allowPrivateTargets: false });
    const refused = await admin.post('/cloudmonitor/test', { monitor: withoutConditions(http()) });
    await admin.put('/division', { allowPrivateTargets: true });
    expect(refused.body).toMatchObject({ result: { ok: false, error: 'address_refused' } });
  });

  it('names the field of a monitor that cannot be', async () => {
    const answer = await admin.post('/cloudmonitor/test', { monitor: withoutConditions(http({ timeout: 99 })) });
    expect([answer.status, answer.body.fields]).toEqual([400, { '/timeout': 'Must be between 1 and 30' }]);
  });
});

describe('a condition', () => {
  const alerts = (id: number): Promise<Answer> => admin.get(`/alert?monitorId=${id}`);

  it('raises once, is told by webhook, and resets after its minutes without a failure', async () => {
    await admin.post('/webhook', { name: 'Desk', url: `${url}hook`, events: ['alert.raised', 'alert.reset'] });
    const id = await add({ monitorName: 'Shaky', conditions: [failedCondition({ runCount: 2 })] });
    const first = await until(
      () => read(id),
      (each) => each.lastResult !== null,
    );
    expect(first.conditions).toMatchObject([
      { state: 'ok', description: 'The website fails 2 times in a row. Resets after 1 minute without a failure.' },
    ]);
    status = 503;
    await runAgain(id);
    expect((await alerts(id)).body.total).toBe(0);
    await runAgain(id);
    await runAgain(id);
    status = 200;
    const raised = (await alerts(id)).body;
    expect(raised).toMatchObject({
      total: 1,
      items: [
        {
          monitorName: 'Shaky',
          clientName: 'Acme',
          severity: 'CRITICAL',
          resetAt: null,
          message: 'The server answered 503 Service Unavailable.',
        },
      ],
    });
    expect(await read(id)).toMatchObject({ status: 'down', openAlertCount: 1, conditions: [{ state: 'raised' }] });

    // A success within the minute does not reset it; with the last failure a minute back it does.
    await runAgain(id);
    expect((await alerts(id)).body.items?.[0]?.resetAt).toBeNull();
    await cairn.services.database.execute(
      sql`update monitor_condition set last_failure_at = last_failure_at - interval '1 minute' where monitor_id = ${id}`,
    );
    await runAgain(id);
    await until(
      () => alerts(id),
      ({ body }) => body.items?.[0]?.resetAt !== null,
    );
    expect(await read(id)).toMatchObject({
      status: 'up',
      openAlertCount: 0,
      conditions: [{ state: 'ok', raisedAt: null }],
    });

    const { rows } = await cairn.services.database.execute<{ event: string; payload: string }>(
      sql`select event, payload from webhook_delivery order by id`,
    );
    expect(rows.map(({ event }) => event)).toEqual(['alert.raised', 'alert.reset']);
    expect(JSON.parse(rows[0]?.payload ?? '')).toMatchObject({
      event: 'alert.raised',
      data: { alert: { monitorName: 'Shaky', conditionName: 'Website is down' } },
    });
  });

  it('sends mail to the technicians that see the monitor, when it is told to', async () => {
    const sent = async () => {
      const { rows } = await cairn.services.database.execute<{ recipient: string; subject: string }>(
        sql`select recipient, subject from mail_outbox order by id`,
      );
      return rows;
    };
    const before = (await sent()).length;
    status = 500;
    const id = await add({ monitorName: 'Told', conditions: [failedCondition({ notificationAction: 'SEND' })] });
    await until(
      () => read(id),
      (each) => Number(each.openAlertCount) === 1,
    );
    status = 200;
    expect((await sent()).slice(before)).toMatchObject([
      { recipient: 'ada@example.com', subject: 'Alert: Told, Website is down' },
    ]);
  });

  it.each<[string, (id: number, condition: number) => Promise<Answer>]>([
    ['paused', (id) => admin.patch(`/cloudmonitor/${id}/enabled`, { enabled: false })],
    ['saved without the condition', (id) => admin.put(`/cloudmonitor/${id}`, http({ monitorName: 'Over' }))],
    [
      'saved with the condition off',
      (id, condition) =>
        admin.put(`/cloudmonitor/${id}`, http({ conditions: [failedCondition({ id: condition, enabled: false })] })),
    ],
  ])('ends its alert when the monitor is %s', async (_, act) => {
    status = 500;
    const id = await add({ monitorName: 'Over', conditions: [failedCondition()] });
    const raised = await until(
      () => read(id),
      (each) => Number(each.openAlertCount) === 1,
    );
    status = 200;
    expect((await act(id, Number(raised.conditions?.[0]?.id))).status).toBe(200);
    expect((await alerts(id)).body).toMatchObject({ total: 1, items: [{ resetAt: expect.any(String) }] });
    expect((await read(id)).openAlertCount).toBe(0);
  });
});

describe('who may see and do what', () => {
  const technician = (...grants: [UserActor['grants'][number]['permission'], number | null][]): UserActor => ({
    kind: 'user',
    userId: 0,
    email: 'tom@example.com',
    name: 'Tom',
    sysadmin: false,
    grants: grants.map(([permission, entityId]) => ({ permission, entityId })),
  });

  it('finds nothing without signing in', async () => {
    const stranger = cairn.visitor();
    for (const path of ['/cloudmonitor', '/cloudmonitor/1', '/cloudmonitor/1/results', '/alert'])
      expect((await stranger.get(path)).status).toBe(401);
  });

  it('shows the monitors and alerts of the organizations that somebody sees, and of no other', async () => {
    status = 500;
    const id = await add({ monitorName: 'Secret', conditions: [failedCondition()] });
    await until(
      () => read(id),
      (each) => Number(each.openAlertCount) === 1,
    );
    status = 200;
    const { database } = cairn.services;
    const here = technician(['ORGANIZATION:View', place.clientId], ['NODE:View', place.clientId]);
    const others = [
      technician(['ORGANIZATION:View', 999], ['NODE:View', null]),
      technician(['NODE:View', place.clientId]),
      technician(['ORGANIZATION:View', null]),
    ];
    expect((await listMonitors(database, here, {})).items.map((each) => each.id)).toContain(id);
    expect((await listAlerts(database, here, { monitorId: id })).total).toBe(1);
    await expect(seenMonitor(database, here, id)).resolves.toMatchObject({ name: 'Secret' });
    for (const actor of others) {
      expect(await listMonitors(database, actor, {})).toEqual({ items: [], total: 0 });
      expect((await listAlerts(database, actor, {})).total).toBe(0);
      await expect(seenMonitor(database, actor, id)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('tells of an alert whoever may see it, and nobody else', async () => {
    expect((await techniciansOf(cairn.services.database, place.clientId)).map(({ email }) => email)).toEqual([
      'ada@example.com',
    ]);
    const user = (email: string, enabled: boolean, mail: boolean, type = 'TECHNICIAN') => sql`
      insert into app_user (email, first_name, last_name, password_hash, enabled, user_type, content)
      values (${email}, 'T', 'T', 'x', ${enabled}, ${type}, ${JSON.stringify({ permissions: { ticketCrud: [] }, runOnlyScriptCategories: [], notification: { email: mail } })}::jsonb) returning id`;
    const grant = async (email: string, entity: number | null, enabled = true, mail = true, type = 'TECHNICIAN') => {
      const { rows } = await cairn.services.database.execute<{ id: number }>(user(email, enabled, mail, type));
      for (const permission of ['ORGANIZATION:View', 'NODE:View']) {
        await cairn.services.database.execute(
          sql`insert into user_grant (user_id, permission, entity_id) values (${rows[0]?.id}, ${permission}, ${entity})`,
        );
      }
    };
    await grant('everywhere@example.com', null);
    await grant('here@example.com', place.clientId);
    await grant('elsewhere@example.com', 999);
    await grant('disabled@example.com', null, false);
    await grant('quiet@example.com', null, true, false);
    await grant('customer@example.com', null, true, true, 'END_USER');
    expect((await techniciansOf(cairn.services.database, place.clientId)).map(({ email }) => email)).toEqual([
      'ada@example.com',
      'everywhere@example.com',
      'here@example.com',
    ]);
  });
});

describe('the list', () => {
  it('filters by text, organization and status, and draws the latest results', async () => {
    const id = await add({ monitorName: 'Findable 100% _' });
    await until(
      () => read(id),
      (each) => each.lastResult !== null,
    );
    await runAgain(id);
    const found = (await admin.get(`/cloudmonitor?search=${encodeURIComponent('100% _')}`)).body;
    expect(found).toMatchObject({ total: 1, items: [{ id, status: 'up' }] });
    expect(found.items?.[0]?.sparkline).toHaveLength(2);
    expect((await admin.get(`/cloudmonitor?status=paused&search=${encodeURIComponent('100% _')}`)).body.total).toBe(0);
    expect((await admin.get('/cloudmonitor?clientId=999999')).body).toEqual({ items: [], total: 0 });
  });

  it('refuses an instant that no calendar has, and answers an empty span', async () => {
    const id = await add();
    expect((await admin.get(`/cloudmonitor/${id}/results?from=2016-12-31T23:59:60Z`)).status).toBe(400);
    const empty = await admin.get(`/cloudmonitor/${id}/results?from=2030-01-01T00:00:00Z&to=2020-01-01T00:00:00Z`);
    expect([empty.status, empty.body.points, empty.body.availability]).toEqual([200, [], null]);
    expect(
      (await admin.get(`/cloudmonitor/${id}/results?from=0001-01-01T00:00:00Z&to=9999-12-31T00:00:00Z`)).status,
    ).toBe(200);
  });
});
