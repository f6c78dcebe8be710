// Fields that a product owner added to a screen, and no column knows.
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audit } from '#server/database/schema/audit.ts';
import { organization } from '#server/database/schema/organizations.ts';
import { customFieldsIn } from '#server/custom/custom-fields.ts';
import { createScreens } from '#server/screens/screens.ts';
import { channelBody, monitorBody, personBody, statusPageBody, webhookBody } from '../contract/site.ts';
import { plantedScreens } from '../fixtures/planted-screens.ts';
import { startTestServer, type TestServer } from './harness.ts';
import type { Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
let monitorId: number;
let place: { clientId: number; locationId: number };
beforeAll(async () => {
  server = await startTestServer({ logLevel: 'silent' });
  admin = await server.signInAsAdmin();
  const { client } = (await admin.post('/client', { name: 'Ground', locations: [] })).body;
  place = { clientId: Number(client?.id), locationId: Number(client?.locations?.[0]?.id) };
  monitorId = Number((await admin.post('/cloudmonitor', monitorBody(place, 'Ground'))).body.cloudMonitor?.id);
});
afterAll(() => server.close());

const asked = {
  costCentre: { type: 'string', title: 'Cost centre', maxLength: 10 },
  vip: { type: 'boolean', title: 'VIP' },
  regions: { type: 'array', title: 'Regions', items: { type: 'string' } },
};
const plant = (flow: string, properties: Record<string, object>, screen?: string) =>
  Object.assign(server.services, { screens: plantedScreens(flow, properties, screen) });

/** What the audit trail says of the first change of an entity. */
async function changesOf(entityType: string, id: number): Promise<unknown[]> {
  const rows = await server.services.database
    .select()
    .from(audit)
    .where(and(eq(audit.entityType, entityType), eq(audit.entityId, String(id))));
  const detail = rows.find(({ action }) => action.endsWith('_UPDATED'))?.detail as { changes: unknown[] } | undefined;
  return detail?.changes ?? [];
}

describe('custom fields of an organization', () => {
  beforeEach(() => plant('organization', asked));
  const body = (name: string, custom?: object) => ({ name, locations: [], ...(custom && { custom }) });
  const add = async (name: string, custom?: object) => {
    const { status, body: reply } = await admin.post('/client', body(name, custom));
    expect(status, JSON.stringify(reply)).toBe(200);
    return Number(reply.client?.id);
  };
  const read = async (id: number) => (await admin.get(`/client/${id}`)).body;

  it('are saved, read and changed; null removes one, and one left out stays', async () => {
    const id = await add('Custom', { costCentre: '4711', vip: false, regions: ['North', 'South'] });
    expect(await read(id)).toMatchObject({ custom: { costCentre: '4711', vip: false, regions: ['North', 'South'] } });
    const saved = await admin.put(`/client/${id}`, body('Custom', { costCentre: '42', regions: null }));
    expect(saved.body['client']).toMatchObject({ custom: { costCentre: '42', vip: false } });
    expect((await read(id))['custom']).toEqual({ costCentre: '42', vip: false });
    await admin.put(`/client/${id}`, body('Custom renamed'));
    expect((await read(id))['custom']).toEqual({ costCentre: '42', vip: false });
  });

  it('are in the audit trail under the titles of the screen', async () => {
    const id = await add('Audited', { costCentre: '1' });
    await admin.put(`/client/${id}`, body('Audited', { costCentre: '2' }));
    const rows = await server.services.database
      .select()
      .from(audit)
      .where(eq(audit.entityId, String(id)));
    expect(rows.find(({ action }) => action === 'ORGANIZATION_UPDATED')?.detail).toEqual({
      changes: [{ field: 'costCentre', from: '1', to: '2' }],
    });
    const told = (await admin.get('/activity?limit=1')).body;
    expect(JSON.stringify(told)).toContain('Cost centre');
  });

  it('are judged by the screen that asks them, with the pointer of the request', async () => {
    const long = await admin.post('/client', body('Long', { costCentre: '12345678901' }));
    expect(long).toMatchObject({ status: 400, body: { errorCode: 'invalid_input' } });
    expect(Object.keys(long.body.fields ?? {})).toEqual(['/custom/costCentre']);
    const wrong = await admin.post('/client', body('Wrong', { vip: 'yes' }));
    expect(Object.keys(wrong.body.fields ?? {})).toEqual(['/custom/vip']);
  });

  it('are refused where no screen asks for them', async () => {
    const { status, body: reply } = await admin.post('/client', body('Unknown', { costCentre: '1', colour: 'red' }));
    expect([status, reply.fields]).toEqual([400, { '/custom/colour': 'No screen asks for this field.' }]);
    const nested = await admin.post('/client', body('Nested', { costCentre: { is: 1 } }));
    expect([nested.status, Object.keys(nested.body.fields ?? {})]).toEqual([400, ['/custom/costCentre']]);
  });

  it('are bounded in number and in size', async () => {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`field${index}`, { type: 'string' }]));
    plant('organization', many);
    const filled = Object.fromEntries(Object.keys(many).map((name) => [name, 'x']));
    expect(Object.keys((await admin.post('/client', body('Many', filled))).body.fields ?? {})).toEqual(['/custom']);
    const { field50: _, ...fifty } = filled;
    const id = await add('Fifty', fifty);
    const oneMore = await admin.put(`/client/${id}`, body('Fifty', { field50: 'x' }));
    expect(oneMore.body.fields).toEqual({ '/custom': 'At most 50 custom fields allowed' });
    const large = await admin.post('/client', body('Large', { field0: 'x'.repeat(9000), field1: 'x'.repeat(9000) }));
    expect(large.body.fields).toEqual({ '/custom': 'Custom fields hold at most 16 KB' });
  });

  it('are columns of the export, in words, and none that a spreadsheet runs', async () => {
    plant('organization', { ...asked, title: { type: 'string', title: 'Name' } });
    await add('Exported', { costCentre: '=1+1', vip: true, regions: ['North', 'South'] });
    const { body: file } = await admin.post('/client/export', { search: 'Exported' });
    const [header, line] = String(file['text']).split('\r\n');
    expect(header).toMatch(/,"Changed","Cost centre","VIP","Regions","Name \(title\)"$/);
    expect(line).toMatch(/^"Exported",.*,"'=1\+1","Yes","North, South",$/);
  });

  it('are part of the entity that a stale save is refused with', async () => {
    const id = await add('Conflict', { costCentre: '1' });
    await admin.put(`/client/${id}`, body('Conflict', { costCentre: '2' }));
    const stale = await admin.put(`/client/${id}`, body('Conflict', { costCentre: '3' }), { 'if-match': '"1"' });
    expect(stale).toMatchObject({
      status: 412,
      body: { errorCode: 'conflict', conflict: { current: { custom: { costCentre: '2' }, revision: 2 } } },
    });
  });

  it('stay stored when their field is removed from the screen, and are not shown', async () => {
    const id = await add('Removed', { costCentre: '4711', vip: true });
    plant('organization', { vip: asked.vip });
    expect((await read(id))['custom']).toEqual({ vip: true });
    const saved = await admin.put(`/client/${id}`, body('Removed', { vip: null }));
    expect(saved.body['client']?.['custom']).toEqual({});
    const [row] = await server.services.database.select().from(organization).where(eq(organization.id, id));
    expect(row?.custom).toEqual({ costCentre: '4711' });
    plant('organization', asked);
    expect((await read(id))['custom']).toEqual({ costCentre: '4711' });
  });
});

describe.each([
  ['webhook', 'details', 'WEBHOOK', '/webhook', 'webhook', (name: string) => webhookBody(name)],
  [
    'status-page',
    'details',
    'STATUS_PAGE',
    '/statuspage',
    'statusPage',
    (name: string) => statusPageBody(name, monitorId),
  ],
  [
    'notification-channel',
    'details',
    'NOTIFICATION_CHANNEL',
    '/notificationchannel',
    'channel',
    (name: string) => channelBody(name),
  ],
  ['user', 'person', 'USER', '/appuser', 'appuser', (name: string) => personBody(name)],
  [
    'cloud-monitor',
    'setup',
    'CLOUD_MONITOR',
    '/cloudmonitor',
    'cloudMonitor',
    (name: string) => monitorBody(place, name),
  ],
])('custom fields of %s', (flow, screen, entityType, path, key, bodyOf) => {
  it('are saved, read, changed and judged', async () => {
    plant(flow, asked, screen);
    const added = await admin.post(path, { ...bodyOf('Custom'), custom: { costCentre: '4711', vip: true } });
    expect(added.status, JSON.stringify(added.body)).toBe(200);
    const id = Number(added.body[key]?.id);
    const saved = await admin.put(`${path}/${id}`, { ...bodyOf('Custom'), custom: { costCentre: '42' } });
    expect(saved.body[key]?.['custom']).toEqual({ costCentre: '42', vip: true });
    expect((await admin.get(`${path}/${id}`)).body['custom']).toEqual({ costCentre: '42', vip: true });
    const refused = await admin.put(`${path}/${id}`, { ...bodyOf('Custom'), custom: { colour: 'red', vip: 1 } });
    expect(refused.body.fields).toEqual({ '/custom/colour': 'No screen asks for this field.' });
    const long = await admin.put(`${path}/${id}`, { ...bodyOf('Custom'), custom: { costCentre: '12345678901' } });
    expect(long.body.fields).toEqual({ '/custom/costCentre': 'Must be at most 10 characters' });
    expect(await changesOf(entityType, id)).toContainEqual({ field: 'costCentre', from: '4711', to: '42' });
  });
});

describe('custom fields of a list', () => {
  it.each([
    ['webhook', '/webhook', (name: string) => webhookBody(name)],
    ['status-page', '/statuspage', (name: string) => statusPageBody(name, monitorId)],
    ['notification-channel', '/notificationchannel', (name: string) => channelBody(name)],
  ])('are in each row of the list of %s', async (flow, path, bodyOf) => {
    plant(flow, asked);
    await admin.post(path, { ...bodyOf('Listed'), custom: { costCentre: '4711' } });
    const rows = (await admin.get(path)).body as never as Record<string, unknown>[];
    expect(rows.map(({ custom }) => custom)).toContainEqual({ costCentre: '4711' });
  });
});

describe('custom fields of a user', () => {
  it('on the permissions are asked of a technician and never of an administrator', async () => {
    plant('user', { reason: { type: 'string', title: 'Reason', maxLength: 5 } }, 'permissions');
    const save = async (sysadmin: boolean, reason: string) =>
      (await admin.post('/appuser', { ...personBody(reason), sysadmin, custom: { reason } })).body;
    expect((await save(false, 'too-long')).fields).toEqual({ '/custom/reason': 'Must be at most 5 characters' });
    expect((await save(false, 'short'))['appuser']).toMatchObject({ custom: { reason: 'short' } });
    expect((await save(true, 'admin')).fields).toEqual({ '/custom/reason': 'No screen asks for this field.' });
  });
});

describe('custom fields of a cloud monitor', () => {
  beforeEach(() => plant('cloud-monitor', asked, 'setup'));

  it('are judged by "Test now" as well', async () => {
    const { conditions: _, ...monitor } = monitorBody(place, 'Tested');
    const refused = await admin.post('/cloudmonitor/test', {
      monitor: { ...monitor, custom: { costCentre: '12345678901' } },
    });
    expect(refused.body.fields).toEqual({ '/monitor/custom/costCentre': 'Must be at most 10 characters' });
  });

  it('are refused by "Test now" at its own pointer when no screen asks for them', async () => {
    const { conditions: _, ...monitor } = monitorBody(place, 'Tested');
    const refused = await admin.post('/cloudmonitor/test', { monitor: { ...monitor, custom: { colour: 'red' } } });
    expect(refused.body.fields).toEqual({ '/monitor/custom/colour': 'No screen asks for this field.' });
  });

  it('are refused for a step that the type does not have; null, which removes one, is not', async () => {
    plant('cloud-monitor', { reason: { type: 'string', title: 'Reason', maxLength: 5 } }, 'request');
    const save = (body: object, custom: object) => admin.post('/cloudmonitor', { ...body, custom });
    const { httpHostname: _h, methodType: _m, authenticationType: _a, ...common } = monitorBody(place, 'Stepped');
    const ping = { ...common, monitorType: 'PING', hostname: '127.0.0.1', conditions: [] };
    expect((await save(monitorBody(place, 'Stepped'), { reason: 'too-long' })).body.fields).toEqual({
      '/custom/reason': 'Must be at most 5 characters',
    });
    expect((await save(ping, { reason: 'short' })).body.fields).toEqual({
      '/custom/reason': 'No screen asks for this field.',
    });
    expect((await save(ping, { reason: null })).body.cloudMonitor).toMatchObject({ custom: {} });
  });

  it('do not hide a field of the product with the same name from the audit trail', async () => {
    plant('cloud-monitor', { organization: { type: 'string', title: 'Organization code' } }, 'setup');
    const { client } = (await admin.post('/client', { name: 'Elsewhere', locations: [{ name: 'There' }] })).body;
    const elsewhere = { clientId: Number(client?.id), locationId: Number(client?.locations?.[0]?.id) };
    const custom = { organization: 'A1' };
    const added = await admin.post('/cloudmonitor', { ...monitorBody(place, 'Moved'), custom });
    const id = Number(added.body.cloudMonitor?.id);
    await admin.put(`/cloudmonitor/${id}`, { ...monitorBody(elsewhere, 'Moved'), custom });
    expect(await changesOf('CLOUD_MONITOR', id)).toContainEqual({
      field: 'organization',
      from: 'Ground',
      to: 'Elsewhere',
    });
  });

  it('are exported, and the fields of a type are no custom fields', async () => {
    await admin.post('/cloudmonitor', {
      ...monitorBody(place, 'Exported'),
      custom: { costCentre: '4711', vip: false },
    });
    const { body } = await admin.post('/cloudmonitor/export', { format: 'json' });
    const { monitors } = JSON.parse(String(body['text'])) as { monitors: Record<string, unknown>[] };
    expect(monitors.find(({ monitorName }) => monitorName === 'Exported')).toMatchObject({
      custom: { costCentre: '4711', vip: false },
    });
    expect(monitors.find(({ monitorName }) => monitorName === 'Ground')).not.toHaveProperty('custom');
    expect(customFieldsIn(server.services.screens, 'cloud-monitor').map(({ name }) => name)).toEqual(
      Object.keys(asked),
    );
  });
});

describe('custom fields of a maintenance window', () => {
  it('are kept with each window, and with those that recur', async () => {
    plant('maintenance', asked, 'window');
    const times = { startTime: null, endTime: null };
    const set = (schedule: object, custom: object) =>
      admin.post('/maintenance', { monitorIds: [monitorId], schedule: { ...times, ...schedule }, options: {}, custom });
    const windowNow = async () =>
      ((await admin.get(`/cloudmonitor/${monitorId}`)).body['maintenance'] as { custom?: unknown } | null)?.custom;
    expect((await set({}, { costCentre: '12345678901' })).body.fields).toEqual({
      '/custom/costCentre': 'Must be at most 10 characters',
    });
    expect((await set({}, { costCentre: '4711' })).status).toBe(204);
    expect(await windowNow()).toEqual({ costCentre: '4711' });
    const repeat = { repeats: 'WEEKLY', daysOfWeek: ['SUN'], runAtHour: 3, runAtMinute: 0 };
    expect((await set({ repeat, minutes: 60 }, { vip: true })).status).toBe(204);
    expect(await windowNow()).toEqual({ vip: true });
    const { items } = (await admin.get(`/cloudmonitor/${monitorId}/maintenance`)).body as never as {
      items: { custom: unknown }[];
    };
    expect(items.map(({ custom }) => custom)).toContainEqual({ costCentre: '4711' });
  });
});

it('names custom fields with the schemas of the screen in the OpenAPI document', async () => {
  plant('organization', asked);
  const { paths } = (await admin.get('/openapi.json')).body;
  const adding = paths?.['/api/client']?.['post'];
  const schema = '{"type":"string","title":"Cost centre","maxLength":10}';
  expect(JSON.stringify(adding?.['requestBody'])).toContain(`"costCentre":{"anyOf":[${schema},{"type":"null"}]}`);
  expect(JSON.stringify(adding?.['responses']?.['200'])).toContain(`"costCentre":${schema}`);
  expect(JSON.stringify(paths)).not.toContain('x-custom-fields');
});

it('keeps none without a planted field', async () => {
  Object.assign(server.services, { screens: createScreens() });
  const refused = await admin.post('/client', { name: 'None', locations: [], custom: { costCentre: '1' } });
  expect(refused.body.fields).toEqual({ '/custom/costCentre': 'No screen asks for this field.' });
});
