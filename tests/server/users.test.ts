import { eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appUser, invitation } from '#server/database/schema/users.ts';
import { administrator, startTestServer, type TestServer } from './harness.ts';
import { statementWaits } from './statement-waits.ts';
import { visitor, type Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
});
afterAll(() => server.close());

const password = 'zeven paarse otters';
let made = 0;

/** Adds a user by the call, and signs it in by its activation link. */
async function technician(grants: { permission: string; entityId?: number | null }[] = [], more: object = {}) {
  const email = `tech${++made}@example.com`;
  const added = await admin.post('/appuser', { firstName: 'Tech', lastName: `No ${made}`, email, grants, ...more });
  expect(added.status, JSON.stringify(added.body)).toBe(200);
  const link = String(added.body.activationLink);
  const who = visitor(server.url);
  const activated = await who.post('/activation', { token: link.split('token=')[1], password });
  expect(activated.status, JSON.stringify(activated.body)).toBe(200);
  return { who, email, link, id: Number(added.body.appuser?.id) };
}

const apiKey = (name: string) => ({ name, scope: 'write', expiresInDays: 30 });

const organization = async (name: string) =>
  Number((await admin.post('/client', { name, locations: [] })).body.client?.id);

describe('users', () => {
  it('are added with a one-time link that signs in, and rest after 240 minutes (C16-04, C16-07)', async () => {
    const { who, link, id } = await technician();
    expect((await who.get('/session')).body).toMatchObject({ id, sysadmin: false, userInactivityTimeout: 240 });
    const again = await visitor(server.url).post('/activation', { token: link.split('token=')[1], password });
    expect(again).toMatchObject({ status: 404, body: { errorCode: 'activation_link_incorrect' } });
    const users = (await admin.get('/appuser?userType=TECHNICIAN')).body as never as { id: number }[];
    expect(users.find((user) => user.id === id)).toMatchObject({
      id,
      uid: expect.stringMatching(/^[\w-]{8,}$/),
      firstName: 'Tech',
      lastName: expect.any(String),
      email: expect.stringContaining('@example.com'),
      sysadmin: false,
      content: { permissions: { ticketCrud: expect.any(Array) }, userInactivityTimeout: 240 },
    });
    expect((await admin.get('/appuser?userType=END_USER')).body).toEqual([]);
  });

  it('keep their links when another one gets a new link', async () => {
    const add = async (email: string) => {
      const { body } = await admin.post('/appuser', { firstName: 'New', lastName: 'Comer', email });
      return { id: Number(body.appuser?.id), token: String(body.activationLink).split('token=')[1] };
    };
    const [one, other] = [await add('one@example.com'), await add('other@example.com')];
    const renewed = await admin.post(`/appuser/${one.id}/activation`, {});
    expect(renewed.status, JSON.stringify(renewed.body)).toBe(200);
    const use = async (token: string | undefined) =>
      (await visitor(server.url).post('/activation', { token, password })).status;
    expect(await use(one.token), 'replaced').toBe(404);
    expect(await use(other.token)).toBe(200);
  });

  it('are refused with a blank name, at its field', async () => {
    const answer = await admin.post('/appuser', { firstName: '  ', lastName: 'Comer', email: 'blank@example.com' });
    expect(answer).toMatchObject({ status: 400, body: { fields: { '/firstName': expect.any(String) } } });
  });

  it('cannot use a link that is too old, nor choose a weak password with it', async () => {
    const added = await admin.post('/appuser', {
      firstName: 'Late',
      lastName: 'Comer',
      email: 'latecomer@example.com',
    });
    const token = String(added.body.activationLink).split('token=')[1];
    expect((await visitor(server.url).post('/activation', { token, password: 'latecomer-2026' })).body).toMatchObject({
      errorCode: 'password_too_weak',
      fields: { '/password': expect.stringContaining('email') },
    });
    await server.services.database.update(invitation).set({ expiresAt: new Date(Date.now() - 1000) });
    expect((await visitor(server.url).post('/activation', { token, password })).status).toBe(404);
  });

  it('have an email of their own, whatever its case', async () => {
    const { email, id } = await technician();
    const taken = { firstName: 'A', lastName: 'B', email: email.toUpperCase() };
    const refusal = {
      status: 409,
      body: { errorCode: 'EMAIL_ALREADY_IN_USE', fields: { '/email': expect.any(String) } },
    };
    expect(await admin.post('/appuser', taken)).toMatchObject(refusal);
    const other = await technician();
    expect(await admin.put(`/appuser/${other.id}`, taken)).toMatchObject(refusal);
    expect((await admin.put(`/appuser/${id}`, taken)).status, 'one’s own').toBe(200);
  });

  it('keep what their content says, field by field (C16-05)', async () => {
    const content = { permissions: { ticketCrud: ['READ', 'READ', 'UPDATE'] }, notification: { email: false } };
    const { id, email } = await technician([], { content });
    const stored = async () => (await admin.get(`/appuser/${id}`)).body['content'];
    const first = {
      permissions: { ticketCrud: ['READ', 'UPDATE'] },
      runOnlyScriptCategories: [],
      userInactivityTimeout: 240,
      notification: { email: false },
    };
    expect(await stored()).toEqual(first);
    const person = { firstName: 'Tech', lastName: 'Nician', email };
    expect((await admin.put(`/appuser/${id}`, { ...person, content: { runOnlyScriptCategories: [3] } })).status).toBe(
      200,
    );
    expect(await stored()).toEqual({ ...first, runOnlyScriptCategories: [3] });
    const closed = { permissions: { ticketCrud: ['CLOSE'] } };
    expect((await admin.put(`/appuser/${id}`, { ...person, content: closed })).status).toBe(400);
  });

  it('are refused with words on each field', async () => {
    const answer = await admin.post('/appuser', {
      firstName: '',
      lastName: 'x'.repeat(51),
      email: 'no',
      userInactivityTimeout: 0,
      grants: [{ permission: 'NODE:Fly' }],
    });
    expect(answer.body.fields).toEqual({
      '/firstName': 'Required',
      '/lastName': 'Must be at most 50 characters',
      '/email': 'Please enter a valid email address',
      '/userInactivityTimeout': 'Must be between 1 and 10080',
      '/grants/0/permission': 'There is no permission of this name.',
    });
  });

  it('keep at least one administrator, who cannot delete themselves (F10-09, F10-18)', async () => {
    const me = (await admin.get('/session')).body;
    const body = { firstName: 'Ada', lastName: 'Byron', email: administrator.email };
    expect((await admin.delete(`/appuser/${Number(me.id)}`)).body).toMatchObject({
      errorCode: 'cannot_delete_own_account',
      errorMessage: "You can't delete your own user account.",
    });
    expect((await admin.put(`/appuser/${Number(me.id)}`, { ...body, sysadmin: false })).body).toMatchObject({
      errorCode: 'last_sysadmin',
    });
    expect((await admin.put(`/appuser/${Number(me.id)}`, { ...body, enabled: false })).body).toMatchObject({
      errorCode: 'last_sysadmin',
    });
    // One who never signed in cannot take over.
    await admin.post('/appuser', { firstName: 'Not', lastName: 'Yet', email: 'notyet@example.com', sysadmin: true });
    expect((await admin.put(`/appuser/${Number(me.id)}`, { ...body, sysadmin: false })).body).toMatchObject({
      errorCode: 'last_sysadmin',
    });
  });

  it('are two administrators who demote each other at once: one stays', async () => {
    const other = await technician([], { sysadmin: true });
    const me = Number((await admin.get('/session')).body.id);
    const [first, second] = await Promise.all([
      admin.put(`/appuser/${other.id}`, { firstName: 'T', lastName: 'X', email: other.email, sysadmin: false }),
      other.who.put(`/appuser/${me}`, {
        firstName: 'Ada',
        lastName: 'Byron',
        email: administrator.email,
        sysadmin: false,
      }),
    ]);
    const left = await server.services.database.select().from(appUser).where(eq(appUser.sysadmin, true));
    expect(
      left.some((user) => user.passwordHash !== null),
      `${first.status} ${second.status}`,
    ).toBe(true);
    await server.services.database.update(appUser).set({ sysadmin: true }).where(eq(appUser.id, me));
    server.services.sessions.forget();
  });

  it('keep the last administrator, whom another one deletes who is demoted at that moment', async () => {
    const { database, sessions } = server.services;
    const last = await technician([], { sysadmin: true });
    const me = Number((await admin.get('/session')).body.id);
    const { deletion } = await database.transaction(async (tx) => {
      await tx.update(appUser).set({ sysadmin: false }).where(ne(appUser.id, last.id));
      const deletion = admin.delete(`/appuser/${last.id}`);
      await statementWaits(server);
      return { deletion };
    });
    expect((await deletion).body).toMatchObject({ errorCode: 'last_sysadmin' });
    expect((await last.who.get('/session')).status).toBe(200);
    await database.update(appUser).set({ sysadmin: true }).where(eq(appUser.id, me));
    sessions.forget();
  });

  it('lose their sessions and keys when they are disabled or deleted', async () => {
    for (const end of ['disable', 'delete']) {
      const { who, email, id } = await technician();
      const key = (await who.post('/apikeypair', apiKey('script'))).body;
      const robot = visitor(server.url, {
        authorization: `Bearer ${String(key.apikeypair?.keyId)}.${String(key.secret)}`,
      });
      expect((await robot.get('/client')).status).toBe(200);
      const done =
        end === 'delete'
          ? await admin.delete(`/appuser/${id}`)
          : await admin.put(`/appuser/${id}`, { firstName: 'T', lastName: 'X', email, enabled: false });
      expect(done.status).toBe(200);
      expect((await who.get('/session')).status, end).toBe(401);
      expect((await robot.get('/client')).status, end).toBe(401);
      const back = await visitor(server.url).post('/session', { email, password });
      expect(back.body).toMatchObject({ errorCode: end === 'delete' ? 'incorrect_credentials' : 'account_disabled' });
    }
  });

  it('are nobody’s business but a system administrator’s', async () => {
    const { who, id } = await technician([{ permission: 'ORGANIZATION:View' }]);
    for (const answer of [
      await who.get('/appuser'),
      await who.get(`/appuser/${id}`),
      await who.delete(`/appuser/${id}`),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { errorCode: 'forbidden' } });
    }
  });
});

describe('permissions', () => {
  it('show organizations only where they are granted (C23-09), and look alike for foreign and unknown', async () => {
    const [own, foreign] = [await organization('Own Ltd'), await organization('Foreign Ltd')];
    const { who } = await technician([
      { permission: 'ORGANIZATION:View', entityId: own },
      { permission: 'ORGANIZATION:Update', entityId: own },
    ]);
    expect((await who.get('/client/list')).body).toEqual([{ id: own, name: 'Own Ltd', timeZone: 'UTC' }]);
    expect((await who.get('/client')).body).toMatchObject({ total: 1, items: [{ id: own }] });
    expect((await who.get(`/client/${own}`)).status).toBe(200);
    const strange = [`/client/${foreign}`, '/client/999999', `/client/${foreign}/location`];
    const answers = await Promise.all(strange.map((path) => who.get(path)));
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: answers[0]?.body });
    expect((await who.put(`/client/${own}`, { name: 'Own BV', locations: [] })).status).toBe(200);
    expect((await who.put(`/client/${foreign}`, { name: 'Mine', locations: [] })).status).toBe(404);
    expect((await who.delete(`/client/${own}`)).status).toBe(403);
    expect((await who.post('/client', { name: 'New', locations: [] })).status).toBe(403);
  });

  it('act at once, in both directions', async () => {
    const { who, email, id } = await technician();
    const grant = (grants: object[]) => admin.put(`/appuser/${id}`, { firstName: 'T', lastName: 'X', email, grants });
    for (let round = 0; round < 20; round++) {
      await grant([{ permission: 'SYSTEM:Configuration.Activities.Access' }]);
      expect((await who.get('/activity')).status, `granted, round ${round}`).toBe(200);
      await grant([]);
      expect((await who.get('/activity')).status, `taken, round ${round}`).toBe(403);
    }
  });

  it('let whoever may add organizations read the reply without seeing others', async () => {
    const { who } = await technician([{ permission: 'ORGANIZATION:Create' }]);
    const added = await who.post('/client', { name: 'Blind Ltd', locations: [] });
    expect(added).toMatchObject({ status: 200, body: { client: { name: 'Blind Ltd' } } });
    expect((await who.get('/client/list')).body).toEqual([]);
  });
});

describe('API keys', () => {
  it('act as their user until they are ended; the secret is told once (C16-06)', async () => {
    const { who } = await technician();
    expect((await who.post('/apikeypair', apiKey(' '))).body.fields).toEqual({ '/name': 'Required' });
    const made = await who.post('/apikeypair', apiKey('backup script'));
    const { apikeypair, secret } = made.body;
    const robot = visitor(server.url, { authorization: `Bearer ${String(apikeypair?.keyId)}.${String(secret)}` });
    expect((await robot.get('/client')).status).toBe(200);
    expect((await robot.post('/apikeypair', apiKey('child'))).status, 'a key makes no keys').toBe(403);
    const [listed] = (await who.get('/apikeypair')).body as never as Record<string, unknown>[];
    expect(listed).toMatchObject({ name: 'backup script', lastUsedAt: expect.any(String) });
    expect(JSON.stringify(listed)).not.toContain(String(secret));
    const wrong = visitor(server.url, { authorization: `Bearer ${String(apikeypair?.keyId)}.wrong` });
    expect((await wrong.get('/client')).status).toBe(401);
    const stranger = await technician();
    expect((await stranger.who.delete(`/apikeypair/${Number(apikeypair?.id)}`)).status).toBe(404);
    expect((await who.delete(`/apikeypair/${Number(apikeypair?.id)}`)).status).toBe(200);
    expect((await robot.get('/client')).status).toBe(401);
  });
});

describe('the own profile', () => {
  it('changes what it names and nothing else', async () => {
    const { who } = await technician();
    expect((await who.put('/profile', { theme: 'dark', timeZoneId: '_Local' })).body.user).toMatchObject({
      theme: 'dark',
      timeZoneId: '_Local',
      firstName: 'Tech',
    });
    expect(
      (await who.put('/profile', { firstName: ' ', timeZoneId: 'Mars/Olympus', language: 'x' })).body.fields,
    ).toEqual({
      '/firstName': 'Required',
      '/timeZoneId': 'Please choose a time zone',
      '/language': 'Choose one of the options',
    });
  });
});
