import { describe, expect, it } from 'vitest';
import { failedCondition, monitorWorld, withoutConditions } from '#tests/server/monitor-world.ts';

const world = monitorWorld();
const { http } = world;

describe('"Test now"', () => {
  it('runs once, shows what came back, and keeps nothing', async () => {
    const { total } = (await world.admin.get('/cloudmonitor')).body;
    const answer = await world.admin.post('/cloudmonitor/test', { monitor: withoutConditions(http()) });
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { result: { ok: true, statusCode: 200 }, detail: { address: '127.0.0.1' } },
    ]);
    expect((await world.admin.get('/cloudmonitor')).body.total).toBe(total);
  });

  it('says why a metadata address is refused', async () => {
    const answer = await world.admin.post('/cloudmonitor/test', {
      monitor: withoutConditions(http({ httpHostname: 'http://169.254.169.254/' })),
    });
    expect(answer.body).toMatchObject({ result: { ok: false, error: 'address_refused', responseTime: null } });
    expect(answer.body.result?.message).toContain('169.254.169.254');
  });

  it('keeps to the setting for private targets at once', async () => {
    await world.admin.put('/division', { allowOwnAddresses: false });
    const refused = await world.admin.post('/cloudmonitor/test', { monitor: withoutConditions(http()) });
    await world.admin.put('/division', { allowOwnAddresses: true });
    expect(refused.body).toMatchObject({ result: { ok: false, error: 'address_refused' } });
  });

  it('names the field of a monitor that cannot be', async () => {
    const answer = await world.admin.post('/cloudmonitor/test', { monitor: withoutConditions(http({ timeout: 99 })) });
    expect([answer.status, answer.body.fields]).toEqual([400, { '/monitor/timeout': 'Must be between 1 and 30' }]);
    const foreign = await world.admin.post('/cloudmonitor/test', {
      monitor: withoutConditions(http({ locationId: 999_999 })),
    });
    expect([foreign.status, Object.keys(foreign.body.fields ?? {})]).toEqual([400, ['/monitor/locationId']]);
  });
});

describe('"Test now" of each type (F08-09)', () => {
  const of = (monitorType: string, more: Record<string, unknown>) => ({
    enabled: true,
    ...world.place,
    monitorType,
    monitorName: 'Tried',
    frequency: 60,
    timeout: 2,
    ...more,
  });
  const test = async (monitorType: string, more: Record<string, unknown>) => {
    const answer = await world.admin.post('/cloudmonitor/test', { monitor: of(monitorType, more) });
    expect([answer.status, answer.body.fields]).toEqual([200, undefined]);
    return answer.body;
  };

  it('shows packets and TTL of a ping (F08-63)', async () => {
    const body = await test('PING', { hostname: '127.0.0.1' });
    expect(body).toMatchObject({ result: { ok: true }, detail: { packetLoss: 0 } });
    expect(Number(body.detail?.ttl)).toBeGreaterThan(0);
  });

  it('shows the state of each port (F08-13, F08-64)', async () => {
    const open = Number(new URL(world.url).port);
    expect(await test('PORT_SCAN', { hostname: '127.0.0.1', ports: `1, ${open}` })).toMatchObject({
      result: {
        ok: false,
        error: 'port_closed',
        message: `Port ${open} is open; port 1 is closed (connection refused).`,
      },
      detail: {
        ports: [
          { port: 1, state: 'CLOSED', responseTime: null },
          { port: open, state: 'OPEN' },
        ],
      },
    });
  });

  it('shows each record that was asked for, and why there is none (F08-65)', async () => {
    const body = await test('DNS', { hostname: 'www.example.test', dnsServer: '127.0.0.1:1' });
    expect(body).toMatchObject({ result: { ok: false }, detail: { dns: { server: '127.0.0.1:1' } } });
    expect(body.detail?.dns?.records).toHaveLength(10);
  });

  it('shows each mail server that took part (F08-66)', async () => {
    const outbound = {
      emailOption: 'SEND',
      senderEmail: 'a@example.com',
      receiverEmail: 'b@example.com',
      smtpHostname: '127.0.0.1',
      smtpPort: 1,
      smtpUseSSL: false,
      smtpUseTLS: false,
      smtpAuthRequired: false,
    };
    expect(await test('EMAIL', outbound)).toMatchObject({
      result: { ok: false, error: 'connection_refused' },
      detail: { mail: [{ protocol: 'SMTP', ok: false, message: 'The target refused the connection.' }] },
    });
  });
});

describe('the replay of a condition', () => {
  it('answers from what the monitor has stored, and keeps nothing', async () => {
    const id = await world.add({ monitorName: 'Replayed' });
    await world.checked(id);
    world.status = 503;
    await world.runAgain(id);
    world.status = 200;
    await world.runAgain(id);
    const replay = (condition: Record<string, unknown>) => world.admin.post('/cloudmonitor/replay', { id, condition });
    const raised = await replay(failedCondition());
    expect(raised.body).toMatchObject({ checks: 3, judged: 3, missing: null, alerts: [{ resetAt: null }] });
    const { runCount: _, ...common } = failedCondition({ type: 'HttpCode', httpStatusCode: '500-599' });
    expect((await replay({ ...common, runCount: 2 })).body).toMatchObject({ judged: 3, alerts: [] });
    const certificate = { ...common, type: 'SSLCertificateExpiration', daysUntilSSLCertificateExpiration: 30 };
    expect((await replay(omit(certificate, 'httpStatusCode'))).body).toMatchObject({
      judged: 0,
      missing: 'The history holds nothing about the certificate.',
    });
    expect((await world.read(id)).conditions).toEqual([]);
  });

  it('names the field of a condition that cannot be, and knows no foreign monitor', async () => {
    const id = await world.add({ monitorName: 'Replayed too' });
    const wrong = await world.admin.post('/cloudmonitor/replay', { id, condition: failedCondition({ runCount: 0 }) });
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['/condition/runCount']]);
    const other = await world.admin.post('/cloudmonitor/replay', {
      id,
      condition: failedCondition({ type: 'PingFailed' }),
    });
    expect([other.status, Object.keys(other.body.fields ?? {})]).toEqual([400, ['/condition/type']]);
    const foreign = await world.admin.post('/cloudmonitor/replay', { id: 999_999, condition: failedCondition() });
    expect(foreign.status).toBe(404);
  });
});

const omit = (given: Record<string, unknown>, name: string) =>
  Object.fromEntries(Object.entries(given).filter(([each]) => each !== name));
