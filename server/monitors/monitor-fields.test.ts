import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#tests/server/harness.ts';
import type { Visitor } from '#tests/server/visitor.ts';

/** Nothing listens there: what a check finds is no matter here. */
const nowhere = 'http://127.0.0.1:9/';

let server: TestServer;
let admin: Visitor;
let place: { clientId: number; locationId: number };
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
  const { client } = (await admin.post('/client', { name: 'Acme', locations: [{ name: 'Delft' }] })).body;
  place = { clientId: Number(client?.id), locationId: Number(client?.locations?.[0]?.id) };
});
afterAll(() => server.close());

const kept = {
  enabled: true,
  conditionName: 'It fails',
  resetThreshold: 10,
  severity: 'CRITICAL',
  priority: 'HIGH',
  notificationAction: 'NONE',
  notificationChannelIds: [],
};
const mail = {
  senderEmail: 'monitor@example.com',
  receiverEmail: 'mailbox@example.com',
  smtpHostname: '127.0.0.1',
  smtpPort: 9,
  smtpUseSSL: false,
  smtpUseTLS: false,
  smtpAuthRequired: false,
};

it.each([
  ['PING', { hostname: '127.0.0.1' }, { type: 'PingFailed', runCount: 3 }],
  ['DNS', { hostname: 'www.example.com' }, { type: 'DnsResolve', runCount: 3 }],
  [
    'PORT_SCAN',
    { hostname: '127.0.0.1', ports: '22, 80' },
    { type: 'PortState', port: 22, portState: 'CLOSED', runCount: 3 },
  ],
  [
    'HTTP',
    { httpHostname: nowhere, methodType: 'GET', authenticationType: 'NONE' },
    { type: 'HttpCode', httpStatusCode: '404', runCount: 3 },
  ],
  ['EMAIL', { emailOption: 'SEND', ...mail }, { type: 'EmailFailed', runCount: 3 }],
])('takes a monitor of the type %s with a condition (F08-01)', async (monitorType, more, condition) => {
  const general = { enabled: false, monitorType, monitorName: monitorType, frequency: 300, timeout: 5, ...place };
  const saved = await admin.post('/cloudmonitor', { ...general, ...more, conditions: [{ ...kept, ...condition }] });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const stored = (await admin.get(`/cloudmonitor/${Number(saved.body.cloudMonitor?.id)}`)).body;
  expect(stored).toMatchObject({ monitorType, ...more, conditions: [condition] });
});

it('keeps every field of an HTTP monitor and its conditions (F08-55, F08-56, F08-57, F08-61)', async () => {
  const condition = {
    type: 'HttpWebsiteFailed',
    enabled: false,
    conditionName: 'Website is down',
    runCount: 4,
    resetThreshold: 15,
    severity: 'MAJOR',
    priority: 'LOW',
    notificationAction: 'SEND',
    notificationChannelIds: [],
    ticketingAction: 'NONE',
  };
  const monitor = {
    enabled: false,
    ...place,
    monitorType: 'HTTP',
    monitorName: 'Shop',
    frequency: 300,
    timeout: 7,
    httpHostname: nowhere,
    methodType: 'POST',
    authenticationType: 'BASIC',
    httpUsername: 'watcher',
    saveResponseBody: false,
    saveCertificateInformation: true,
    requestHeaders: [{ name: 'Accept', value: 'text/html' }],
    requestBodyType: 'FORM',
    requestBodyForm: [{ name: 'q', value: 'shoes' }],
  };
  const saved = await admin.post('/cloudmonitor', {
    ...monitor,
    httpPassword: 'open sesame',
    conditions: [condition],
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const stored = (await admin.get(`/cloudmonitor/${Number(saved.body.cloudMonitor?.id)}`)).body;
  expect(stored).toMatchObject({ ...monitor, systemName: 'Shop', httpPasswordSet: true, conditions: [condition] });

  const raw = { ...monitor, requestBodyType: 'RAW', requestBodyRaw: '{"q":"shoes"}', requestBodyForm: undefined };
  const path = `/cloudmonitor/${Number(saved.body.cloudMonitor?.id)}`;
  expect((await admin.put(path, { ...raw, conditions: [] })).status).toBe(200);
  expect((await admin.get(path)).body).toMatchObject({
    requestBodyType: 'RAW',
    requestBodyRaw: '{"q":"shoes"}',
    conditions: [],
  });
});
