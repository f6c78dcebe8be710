import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, credentialBody } from '../contract/site.ts';
import { startTestServer, type TestServer } from './harness.ts';
import type { Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
let clientId: number;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
  clientId = Number((await admin.post('/client', { name: 'Ground', locations: [] })).body.client?.id);
});
afterAll(() => server.close());

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const add = (name: string, more: object = {}) =>
  admin.post('/credential', { ...credentialBody(clientId, name), ...more });
const idOf = async (...given: Parameters<typeof add>) => Number((await add(...given)).body['credential']?.['id']);
const read = async (id: number) => (await admin.get(`/credential/${id}`)).body as Record<string, unknown>;
const expiring = async (who: Visitor = admin) => (await who.get('/credential/expiring')).body;

it('keeps the last day of a credential until it is changed or emptied, and audits it', async () => {
  const id = await idOf('Domain', { expiresOn: '2027-03-31' });
  expect(await read(id)).toMatchObject({ expiresOn: '2027-03-31' });
  const save = (more: object) => admin.put(`/credential/${id}`, { ...credentialBody(clientId, 'Domain'), ...more });
  expect((await save({})).body['credential']).toMatchObject({ expiresOn: '2027-03-31' });
  expect((await save({ expiresOn: '2027-04-30' })).status).toBe(200);
  const { body } = await admin.get('/activity?limit=1');
  expect(JSON.stringify(body)).toContain('2027-04-30');
  expect((await save({ expiresOn: '' })).body['credential']).toMatchObject({ expiresOn: '' });
});

it.each(['31.03.2027', '2027-02-30', 'soon'])('refuses %s as a day', async (expiresOn) =>
  expect((await add('Wrong', { expiresOn })).body.fields).toEqual({ '/expiresOn': 'Please enter a valid date' }),
);

it('lists what expires within 14 days or has expired, the earliest first, to who sees the organization', async () => {
  await add('Far', { expiresOn: dayIn(16) });
  const soon = await idOf('Soon', { expiresOn: dayIn(14) });
  const over = await idOf('Over', { expiresOn: '2026-01-31' });
  const told = (id: number, name: string, expiresOn: string) => ({
    id,
    name,
    expiresOn,
    credentialType: 'SNMP_V2C',
    clientId,
    clientName: 'Ground',
  });
  const items = [told(over, 'Over', '2026-01-31'), told(soon, 'Soon', dayIn(14))];
  expect(await expiring()).toEqual({ items, total: 2 });
  const elsewhere = Number((await admin.post('/client', { name: 'Elsewhere', locations: [] })).body.client?.id);
  const stranger = await addPerson(server, admin, 'Stranger');
  await stranger.may([{ permission: 'ORGANIZATION:View', entityId: elsewhere }]);
  expect(await expiring(stranger.who)).toEqual({ items: [], total: 0 });
});
