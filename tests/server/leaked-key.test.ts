import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { calls } from '#api/contract/catalogue.ts';
import { audit } from '#server/database/schema/audit.ts';
import { apiKey, appUser, session } from '#server/database/schema/users.ts';
import { administrator, startTestServer, type TestServer } from './harness.ts';
import { signedInTechnician } from './technician.ts';
import { visitor, type Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
});
afterAll(() => server.close());

const wanted = (scope: 'read' | 'write', expiresInDays = 30) => ({ name: `${scope} key`, scope, expiresInDays });

async function keyOf(owner: Visitor, scope: 'read' | 'write' = 'write') {
  const { status, body } = await owner.post('/apikeypair', wanted(scope));
  expect(status, JSON.stringify(body)).toBe(200);
  const id = Number(body.apikeypair?.id);
  const authorization = `Bearer ${String(body.apikeypair?.keyId)}.${String(body.secret)}`;
  return { id, robot: visitor(server.url, { authorization }) };
}

const refused = (code: string, status: number) => ({ status, body: { resultCode: 'FAILURE', errorCode: code } });

/** Stands apart from the gate and from the marks of the catalogue: whatever is about accounts, keys, sessions or secrets. */
const aboutAccounts = calls.filter(
  ([name, { path, websocket }]) =>
    !websocket &&
    /^\/(session|activation|password-reset|profile|appuser|apikeypair|division|webhook|notificationchannel)(\/|$)/.test(
      path,
    ) &&
    // Names alone, for whoever edits conditions. (`/setup` is 404 for everybody once there is a user.)
    name !== 'listChannelChoices',
);

describe('a leaked API key of a system administrator', () => {
  it.each(aboutAccounts)('is refused on %s (S1)', async (_name, call) => {
    const { robot } = await keyOf(admin);
    const path = call.path.replaceAll(/:\w+/g, '1');
    const send = { GET: robot.get, POST: robot.post, PUT: robot.put, PATCH: robot.patch, DELETE: robot.delete }[
      call.method
    ];
    expect(await send(path)).toMatchObject(refused('api_key_refused', 403));
    expect(JSON.stringify((await admin.get('/session')).body)).toContain(administrator.email);
  });

  it('takes over nothing by the five steps that it could once take (S1)', async () => {
    const { robot } = await keyOf(admin);
    const me = Number((await admin.get('/session')).body.id);
    expect(await robot.get('/session')).toMatchObject(refused('api_key_refused', 403));
    expect(await robot.post(`/appuser/${me}/activation`)).toMatchObject(refused('api_key_refused', 403));
    expect((await robot.post('/activation', { token: 'guessed', password: 'zeven paarse otters' })).status).toBe(403);
    expect(await robot.delete('/profile/totp')).toMatchObject(refused('api_key_refused', 403));
    expect((await robot.get('/appuser')).status).toBe(403);
    const eve = { firstName: 'Eve', lastName: 'L', email: 'eve@example.com', sysadmin: true };
    expect((await robot.post('/appuser', eve)).status).toBe(403);
    expect(await server.services.database.select().from(appUser)).toHaveLength(1);
  });

  it('still does the work that it is for', async () => {
    const { robot } = await keyOf(admin);
    expect((await robot.post('/client', { name: 'By a key', locations: [] })).status).toBe(200);
  });
});

describe('an API key', () => {
  it('that may only read changes nothing, and has no right that its owner lacks (S1)', async () => {
    const { robot } = await keyOf(admin, 'read');
    expect((await robot.get('/client')).status).toBe(200);
    expect((await robot.post('/cloudmonitor/export', { format: 'json' })).status).toBe(200);
    expect(await robot.post('/client', { name: 'No', locations: [] })).toMatchObject(refused('api_key_read_only', 403));
    const ann = await signedInTechnician(server, admin, 'Ann', ['ORGANIZATION:View']);
    const { robot: hers } = await keyOf(ann);
    expect((await hers.get('/client')).status).toBe(200);
    expect(await hers.post('/client', { name: 'No', locations: [] })).toMatchObject(refused('forbidden', 403));
  });

  it('expires, and says so (S1)', async () => {
    expect((await admin.post('/apikeypair', { name: 'For ever', scope: 'read' })).status).toBe(400);
    expect((await admin.post('/apikeypair', wanted('read', 3650))).status).toBe(400);
    const { id, robot } = await keyOf(admin);
    expect((await robot.get('/client')).status).toBe(200);
    await server.services.database
      .update(apiKey)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(apiKey.id, id));
    server.services.sessions.forget();
    expect(await robot.get('/client')).toMatchObject({
      ...refused('api_key_expired', 401),
      body: { errorMessage: 'This API key has expired. Make a new one on your profile page.' },
    });
  });

  it('ends with a password change, with an activation link that is used, and for good with a disabled account (S1)', async () => {
    const email = 'bea@example.com';
    const password = 'zeven paarse otters';
    const bea = await signedInTechnician(server, admin, 'Bea', ['ORGANIZATION:View']);
    const { id } = (await bea.get('/session')).body;
    const person = { firstName: 'Bea', lastName: 'Hopper', email };
    const ends: [string, () => Promise<{ status: number }>][] = [
      [
        'password',
        () => bea.put('/profile/password', { currentPassword: password, newPassword: 'acht groene vissen' }),
      ],
      [
        'activation link',
        async () => {
          const { activationLink } = (await admin.post(`/appuser/${Number(id)}/activation`)).body;
          return bea.post('/activation', { token: String(activationLink).split('token=')[1], password });
        },
      ],
      [
        'disabled',
        async () => {
          await admin.put(`/appuser/${Number(id)}`, { ...person, enabled: false });
          return admin.put(`/appuser/${Number(id)}`, { ...person, enabled: true });
        },
      ],
    ];
    for (const [how, end] of ends) {
      const { robot } = await keyOf(bea);
      expect((await robot.get('/client')).status, how).toBe(200);
      expect((await end()).status, how).toBe(200);
      expect((await robot.get('/client')).status, how).toBe(401);
    }
  });

  it('of anybody is listed for administrators, who revoke it (S1)', async () => {
    const cat = await signedInTechnician(server, admin, 'Cat', ['ORGANIZATION:View']);
    const { id, robot } = await keyOf(cat, 'read');
    expect((await robot.get('/client')).status).toBe(200);
    const all = (await admin.get('/apikeypair/all')).body as never as { id: number; owner: { email: string } }[];
    expect(all.find((key) => key.id === id)).toMatchObject({
      scope: 'read',
      expiresAt: expect.any(String),
      owner: { email: 'cat@example.com' },
    });
    expect(JSON.stringify(all)).not.toContain('secret');
    expect((await cat.get('/apikeypair/all')).status).toBe(403);
    expect((await cat.delete(`/apikeypair/all/${id}`)).status).toBe(403);
    expect((await admin.delete(`/apikeypair/all/${id}`)).status).toBe(200);
    expect((await robot.get('/client')).status).toBe(401);
    const rows = await server.services.database.select().from(audit).where(eq(audit.action, 'API_KEY_REVOKED'));
    expect(rows[0]).toMatchObject({ summary: 'Ended the API key “read key” of cat@example.com' });
  });
});

describe('a session that was left open', () => {
  const stale = async () => {
    await server.services.database.update(session).set({ passwordAt: new Date(Date.now() - 6 * 60_000) });
    server.services.sessions.forget();
  };
  const body = { name: 'Cairn Works', url: 'https://hooks.example.com/x', events: ['alert.raised'] };
  const person = { firstName: 'Dan', lastName: 'Hopper', email: 'dan@example.com' };

  it.each<[string, () => Promise<unknown>]>([
    ['addUser', () => admin.post('/appuser', person)],
    ['saveUser', () => admin.put('/appuser/1', person)],
    ['removeUser', () => admin.delete('/appuser/2')],
    ['inviteUser', () => admin.post('/appuser/2/activation')],
    ['resetSecondFactor', () => admin.delete('/appuser/2/totp')],
    ['addApiKey', () => admin.post('/apikeypair', wanted('write'))],
    ['removeTotp', () => admin.delete('/profile/totp')],
    ['saveDivision', () => admin.put('/division', { name: 'Mine' })],
    ['addWebhook', () => admin.post('/webhook', body)],
    ['saveWebhook', () => admin.put('/webhook/1', body)],
    ['removeWebhook', () => admin.delete('/webhook/1')],
    ['addNotificationChannel', () => admin.post('/notificationchannel', { name: 'x', channelType: 'EMAIL' })],
    ['saveNotificationChannel', () => admin.put('/notificationchannel/1', { name: 'x', channelType: 'EMAIL' })],
    ['removeNotificationChannel', () => admin.delete('/notificationchannel/1')],
  ])('is asked for the password before %s (S1)', async (_name, send) => {
    await stale();
    expect(await send()).toMatchObject(refused('PASSWORD_REQUIRED', 401));
  });

  it('goes on after the password for a few minutes, and others are not opened with it', async () => {
    const elsewhere = visitor(server.url);
    await elsewhere.post('/session', { email: administrator.email, password: administrator.password });
    await stale();
    const shown = await admin.post('/session/password', { password: administrator.password });
    expect(shown).toMatchObject({ status: 200, body: { user: { email: administrator.email } } });
    expect((await admin.put('/division', { name: 'Cairn Works' })).status).toBe(200);
    expect(await elsewhere.put('/division', { name: 'Mine' })).toMatchObject(refused('PASSWORD_REQUIRED', 401));
    await stale();
    expect((await admin.put('/division', { name: 'Mine' })).status).toBe(401);
    await admin.post('/session/password', { password: administrator.password });
  });

  it('makes no activation link for its own user, by which the password could be changed without the old one (S1)', async () => {
    const me = Number((await admin.get('/session')).body.id);
    expect(await admin.post(`/appuser/${me}/activation`)).toMatchObject(refused('cannot_reset_own_account', 409));
  });
});
