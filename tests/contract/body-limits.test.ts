import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { calls, type CallName } from '#api/contract/catalogue.ts';
import { usualBodyBytes, type Call } from '#api/contract/call.ts';
import { startTestServer, type TestServer } from '../server/harness.ts';

/** Why a call takes more than the usual 16 KB. */
const reasons: Partial<Record<CallName, string>> = {
  saveDraft: 'the answers of a whole flow, rows and texts of tables included',
  addAssertion: 'the answers of a case: a screen with its rows and texts',
  keepScreenEdit: 'the document of a screen',
  publishConsoleWords: '1000 texts of the console',
  playPath: 'a path of 50,000 characters',
  keepPath: 'a path of 50,000 characters',
  recordFlow: 'twenty steps of forty fields',
  playScreenPath: 'a path of 50,000 characters',
  reportTrace: '100 spans of the start of a visit',
  addNotificationChannel: '100 recipients',
  saveNotificationChannel: '100 recipients',
  saveDivision: 'lists of networks that may be reached',
  previewNotificationChannel: 'a template of 8 KB with its headers',
  addUser: 'grants for each of many organizations',
  saveUser: 'grants for each of many organizations',
  setMaintenance: '20,000 ids of monitors or devices',
  endMaintenance: '20,000 ids of monitors or devices',
  exportMonitors: '20,000 ids of monitors',
  exportDevices: '20,000 ids of devices',
  planDeviceDeletion: '20,000 ids of devices',
  removeDevices: '20,000 ids of devices',
  addStatusPage: 'sections with their monitors, and texts',
  saveStatusPage: 'sections with their monitors, and texts',
  addWebhook: 'custom fields of 16 KB',
  saveWebhook: 'custom fields of 16 KB',
  addOrganization: 'locations with their addresses',
  saveOrganization: 'locations with their addresses',
  addMonitor: 'a request body of 65,536 characters, headers and 50 conditions',
  saveMonitor: 'a request body of 65,536 characters, headers and 50 conditions',
  testMonitor: 'a request body of 65,536 characters, headers and 50 conditions',
  browseMonitor: 'a request body of 65,536 characters and headers',
  acknowledgeAlert: 'a note of 10,000 characters in any script',
  addScript: 'the text of a script and its parameters',
  saveScript: 'the text of a script and its parameters',
  replaceScript: 'the text of a script and its parameters',
  addInstallAutomation: '1000 parameters',
  saveInstallAutomation: '1000 parameters',
  addRunAutomation: '1000 parameters',
  saveRunAutomation: '1000 parameters',
  startScriptRun: 'parameters of 30,000 characters and 50 variables',
  savePolicyAutomations: '20 automations with their inputs',
  addReboot: 'the ids of 100 devices and a description of 1000 characters',
  startNetworkDiscovery: '20,000 characters of targets',
  addNetworkScan: '20,000 characters of targets',
  saveNetworkScan: '20,000 characters of targets',
  addBackupJob: 'commands, paths and volumes in any script',
  saveBackupJob: 'commands, paths and volumes in any script',
  markDevicesKnown: '5000 ids of new devices',
  checkDiscoveredDevices: 'keys and changes of 4096 devices',
  addDiscoveredDevices: 'keys and changes of 4096 devices',
  applyDirectoryJob: 'keys and changes of 50,000 computers',
  // No more than usual, but said: its shape is open, and the schema of the method bounds it.
  startDeviceCommand: 'the parameters of any method',
};
/** Cut by its sender where its words are in another script than Latin; nothing is lost that a person typed. */
const machineWritten: ReadonlySet<CallName> = new Set(['reportError']);

type Shape = { type?: string; anyOf?: Shape[]; items?: Shape; properties?: Record<string, Shape>; const?: unknown } & {
  maxLength?: number;
  maxItems?: number;
  format?: string;
};

/** Bytes of the largest body that a schema allows, with texts whose characters take three bytes. */
function largest(shape: Shape): number {
  if (shape.anyOf) return Math.max(...shape.anyOf.map(largest));
  if (shape.const !== undefined) return JSON.stringify(shape.const).length;
  if (shape.type === 'string') return 2 + (shape.format ? 40 : (shape.maxLength ?? Infinity) * 3);
  if (shape.type === 'array') return 2 + (shape.maxItems ?? Infinity) * (1 + largest(shape.items ?? {}));
  if (shape.type === 'object' && shape.properties)
    return Object.entries(shape.properties).reduce((sum, [key, inner]) => sum + key.length + 4 + largest(inner), 2);
  return shape.type === 'integer' || shape.type === 'boolean' || shape.type === 'null' ? 12 : Infinity;
}

const withBody = calls.flatMap(([name, call]): [CallName, Call & { body: Shape }][] =>
  call.body ? [[name, call as Call & { body: Shape }]] : [],
);

describe('the size of bodies', () => {
  it('is 16 KB but for calls with a reason (S2)', () => {
    const more = withBody.filter(([, call]) => call.bodyBytes !== undefined).map(([name]) => name);
    expect(more.toSorted()).toEqual(Object.keys(reasons).toSorted());
    expect(usualBodyBytes).toBe(16 * 1024);
    for (const [name, call] of withBody) expect(call.bodyBytes ?? 0, name).toBeLessThanOrEqual(1024 * 1024);
  });

  it('lets no anonymous call have more (S2)', () => {
    expect(withBody.filter(([, call]) => call.permission === 'public' && call.bodyBytes !== undefined)).toEqual([]);
  });

  it.each(withBody.filter(([name, call]) => call.bodyBytes === undefined && !machineWritten.has(name)))(
    'of %s holds whatever its fields allow',
    (_name, call) => expect(largest(call.body)).toBeLessThanOrEqual(usualBodyBytes),
  );
});

describe('a body that is too much', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  const anonymous = withBody.filter(([, call]) => call.permission === 'public');

  async function send(call: Pick<Call, 'method' | 'path'>, body: string, cookie = '') {
    const reply = await fetch(`${server.url}/api${call.path}`, {
      method: call.method,
      headers: { 'content-type': 'application/json', origin: server.url, cookie },
      body,
    });
    const text = await reply.text();
    return { status: reply.status, bytes: text.length, ...(JSON.parse(text) as { errorCode: string }) };
  }

  it.each(anonymous)('is refused by its size on %s (S2)', async (_name, call) => {
    const keys = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`;
    expect(await send(call, keys(100_000))).toMatchObject({ status: 413, errorCode: 'payload_too_large' });
    const small = await send(call, keys(1200));
    // The door of the set-up says nothing once there is nothing to set up.
    expect([400, 404]).toContain(small.status);
    expect(small.bytes).toBeLessThan(10_000);
  });

  it.each(anonymous)('is refused by its depth on %s (S5)', async (_name, call) => {
    for (const deep of ['['.repeat(7000) + ']'.repeat(7000), `${'{"a":'.repeat(2500)}1${'}'.repeat(2500)}`])
      expect([400, 404]).toContain((await send(call, deep)).status);
  });

  it('is refused by its depth for whoever is signed in, in drafts too (S5)', async () => {
    const admin = await server.signInAsAdmin();
    const cookie = `cairn_session=${admin.cookie('cairn_session')}`;
    const deep = '['.repeat(20_000) + ']'.repeat(20_000);
    const draft = `"flow":"organization","title":"Deep","state":"details","screenVersions":{},"revision":"${randomUUID()}"`;
    const path = '/draft/8f2f7f0e-1111-4222-8333-123456789abc';
    const bodies: [Pick<Call, 'method' | 'path'>, string][] = [
      [{ method: 'PUT', path }, `{${draft},"snapshot":${deep}}`],
      [{ method: 'POST', path: '/client' }, deep],
      [{ method: 'POST', path: '/cloudmonitor/test' }, `{"monitor":${deep}}`],
    ];
    for (const [call, body] of bodies)
      expect(await send(call, body, cookie)).toMatchObject({ status: 400, errorCode: 'invalid_input' });
  });
});
