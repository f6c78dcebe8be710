import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, credentialBody, type Person } from '../contract/site.ts';
import { startTestServer, type TestServer } from './harness.ts';
import type { Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
let clientId: number;
let elsewhere: number;
/** May change this organization. */
let owner: Person;
/** Sees this organization, and may change another. */
let guest: Person;
/** May change another organization alone. */
let stranger: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
  clientId = await client('Ground');
  elsewhere = await client('Elsewhere');
  const of = (permission: string, entityId: number) => ({ permission, entityId });
  const [sees, changes] = ['ORGANIZATION:View', 'ORGANIZATION:Update'];
  owner = await addPerson(server, admin, 'Owner');
  await owner.may([of(sees, clientId), of(changes, clientId)]);
  guest = await addPerson(server, admin, 'Guest');
  await guest.may([of(sees, clientId), of(sees, elsewhere), of(changes, elsewhere)]);
  stranger = await addPerson(server, admin, 'Stranger');
  await stranger.may([of(sees, elsewhere), of(changes, elsewhere)]);
});
afterAll(() => server.close());

async function client(name: string): Promise<number> {
  return Number((await admin.post('/client', { name, locations: [{ name: 'Office' }] })).body.client?.id);
}

async function added(name: string, more: object = {}): Promise<number> {
  const { status, body } = await admin.post('/credential', { ...credentialBody(clientId, name), ...more });
  expect(status, JSON.stringify(body)).toBe(200);
  return Number(body['credential']?.['id']);
}

const v3 = {
  credentialType: 'SNMP_V3',
  community: undefined,
  username: 'monitor',
  security: 'AUTH_PRIV',
  authProtocol: 'SHA256',
  authKey: 'authenticate',
  privProtocol: 'AES',
  privKey: 'encrypt it',
};

describe('credentials of an organization (F22)', () => {
  it('are listed by name, without anything that signs in (F02-42)', async () => {
    await added('Zone');
    await added('Alpha', { credentialType: 'BASIC', community: undefined, username: 'root', password: 'hush' });
    const { body } = await owner.who.get(`/credential?clientId=${clientId}`);
    expect(body).toEqual([
      { id: expect.any(Number), name: 'Alpha', credentialType: 'BASIC', expiresOn: '' },
      { id: expect.any(Number), name: 'Zone', credentialType: 'SNMP_V2C', expiresOn: '' },
    ]);
    expect((await stranger.who.get(`/credential?clientId=${clientId}`)).body).toEqual([]);
  });

  it('answer no secret, and store it sealed', async () => {
    const id = await added('Core', v3);
    const read = (await owner.who.get(`/credential/${id}`)).body;
    expect(read).toMatchObject({ username: 'monitor', security: 'AUTH_PRIV', authKeySet: true, privKeySet: true });
    const { rows } = await server.services.database.execute(sql`select * from credential where id = ${id}`);
    const { rows: audits } = await server.services.database.execute(sql`select * from audit`);
    for (const text of [read, rows, audits].map((each) => JSON.stringify(each)))
      expect(text).not.toMatch(/authenticate|encrypt it/);
  });

  it('keep a stored secret that is left out, and forget one that the security no longer needs', async () => {
    const id = await added('Kept', v3);
    const { authKey, privKey, ...rest } = { ...credentialBody(clientId, 'Kept'), ...v3 };
    const secrets = async () =>
      (
        await server.services.database.execute<{ secrets: object }>(
          sql`select secrets from credential where id = ${id}`,
        )
      ).rows[0]?.secrets;
    const before = await secrets();
    expect((await admin.put(`/credential/${id}`, { ...rest, name: 'Renamed' })).status).toBe(200);
    expect(await secrets()).toEqual(before);
    await admin.put(`/credential/${id}`, { ...rest, security: 'AUTH' });
    expect(Object.keys((await secrets()) ?? {})).toEqual(['authKey']);
    const refused = await admin.put(`/credential/${id}`, { ...rest, security: 'AUTH_PRIV' });
    expect(refused.body.fields).toEqual({ '/privKey': 'Required' });
    expect([authKey, privKey]).toHaveLength(2);
  });

  it('have a name once in each organization', async () => {
    await added('Switches');
    const again = await admin.post('/credential', credentialBody(clientId, 'switches'));
    expect(again.body.fields).toEqual({ '/name': 'Another credential of the organization has this name.' });
    expect((await admin.post('/credential', credentialBody(elsewhere, 'Switches'))).status).toBe(200);
  });

  it('stay in their organization and of their type', async () => {
    const id = await added('Fixed');
    const moved = await admin.put(`/credential/${id}`, credentialBody(elsewhere, 'Fixed'));
    expect(moved.body.fields).toHaveProperty('/clientId');
    const other = { ...credentialBody(clientId, 'Fixed'), credentialType: 'SNMP_V1' };
    expect((await admin.put(`/credential/${id}`, other)).body.fields).toHaveProperty('/credentialType');
  });

  it('need the right to change that organization (F22-02, F22-03)', async () => {
    const id = await added('Guarded');
    const body = credentialBody(clientId, 'Guarded');
    for (const [person, status, addStatus] of [
      [guest, 403, 403],
      [stranger, 404, 400],
    ] as const) {
      expect((await person.who.get(`/credential/${id}`)).status).toBe(status);
      expect((await person.who.put(`/credential/${id}`, body)).status).toBe(status);
      expect((await person.who.delete(`/credential/${id}`)).status).toBe(status);
      expect((await person.who.post('/credential', credentialBody(clientId, 'Mine'))).status).toBe(addStatus);
    }
    expect((await owner.who.put(`/credential/${id}`, body)).status).toBe(200);
  });

  it('leave an audit row of each change, which tells a new secret without its value', async () => {
    const id = await added('Told');
    await admin.put(`/credential/${id}`, { ...credentialBody(clientId, 'Told again'), community: 'other' });
    expect((await admin.delete(`/credential/${id}`)).status).toBe(200);
    const { rows } = await server.services.database.execute<{ action: string; detail: unknown }>(
      sql`select action, detail, organization_id from audit where entity_type = 'CREDENTIAL' and entity_id = ${String(id)} order by id`,
    );
    expect(rows.map(({ action }) => action)).toEqual(
      ['CREATED', 'UPDATED', 'DELETED'].map((what) => `CREDENTIAL_${what}`),
    );
    expect(rows.map((row) => row['organization_id' as never])).toEqual([clientId, clientId, clientId]);
    expect(rows[1]?.detail).toEqual({
      changes: [
        { field: 'name', from: 'Told', to: 'Told again' },
        { field: 'community', from: null, to: null },
      ],
    });
  });

  it('go with their organization', async () => {
    const gone = await client('Gone');
    await admin.post('/credential', credentialBody(gone, 'Gone'));
    expect((await admin.delete(`/client/${gone}`)).status).toBe(200);
    expect((await admin.get(`/credential?clientId=${gone}`)).body).toEqual([]);
  });
});
