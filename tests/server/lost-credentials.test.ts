import { sql } from 'drizzle-orm';
import { generateSync } from 'otplib';
import { desc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { audit } from '#server/database/schema/audit.ts';
import { mailOutbox } from '#server/database/schema/deliveries.ts';
import { recoveryCode, session, throttle } from '#server/database/schema/users.ts';
import { administrator, startTestServer, type TestServer } from './harness.ts';
import { signedInTechnician } from './technician.ts';
import type { Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
beforeAll(async () => {
  // Nobody listens there: the messages stay in the outbox.
  server = await startTestServer({ settings: { mail: { url: 'smtp://127.0.0.1:1', from: 'cairn@example.com' } } });
  admin = await server.signInAsAdmin();
});

const messagesTo = (recipient: string) =>
  server.services.database.select().from(mailOutbox).where(eq(mailOutbox.recipient, recipient));
const rowsOf = (action: string) =>
  server.services.database.select().from(audit).where(eq(audit.action, action)).orderBy(desc(audit.id));

describe('a forgotten password', () => {
  it('gets the same reply for a known and an unknown account, and mail for the known one alone (S10) (A19)', async () => {
    const known = await server.visitor().post('/password-reset', { email: administrator.email.toUpperCase() });
    const unknown = await server.visitor().post('/password-reset', { email: 'nobody@example.com' });
    expect(known.status).toBe(200);
    expect({ status: unknown.status, body: unknown.body, cookies: unknown.cookies }).toEqual({
      status: known.status,
      body: known.body,
      cookies: known.cookies,
    });
    await expect.poll(() => messagesTo(administrator.email)).toHaveLength(1);
    expect(await messagesTo('nobody@example.com')).toEqual([]);
    expect(await rowsOf('PASSWORD_RESET_REQUESTED')).toMatchObject([
      { actorUserId: null, summary: `Asked for a password reset link for ${administrator.email}` },
    ]);
  });

  it('mails no link to a deleted user', async () => {
    const add = async (email: string) => {
      const { body } = await admin.post('/appuser', { firstName: 'New', lastName: 'Comer', email });
      await server.services.database.execute(sql`update app_user set password_hash = 'x' where email = ${email}`);
      return { id: Number(body.appuser?.id), mails: (await messagesTo(email)).length };
    };
    const gone = await add('gone@example.com');
    const other = await add('other@example.com');
    expect((await admin.delete(`/appuser/${gone.id}`)).status).toBe(200);
    for (const email of ['gone@example.com', 'other@example.com'])
      expect((await server.visitor().post('/password-reset', { email })).status).toBe(200);
    await expect.poll(() => messagesTo('other@example.com')).toHaveLength(other.mails + 1);
    expect(await messagesTo('gone@example.com')).toHaveLength(gone.mails);
  });

  it('ends with a new password by the mailed link, which works once and ends every session (S10) (A19)', async () => {
    const [message] = await messagesTo(administrator.email);
    const text = server.services.secrets.open(message?.body ?? '');
    const token = /#\/forgotten-password\?token=([\w-]{43})/.exec(text)?.[1];
    const owner = server.visitor();
    expect(await owner.put('/password-reset', { token, password: 'short' })).toMatchObject({
      status: 422,
      body: { errorCode: 'password_too_weak' },
    });
    const password = 'zes groene kikkers';
    expect((await owner.put('/password-reset', { token, password })).body).toEqual({ resultCode: 'SUCCESS' });
    expect((await admin.get('/session')).status).toBe(401);
    expect((await owner.put('/password-reset', { token, password: 'zeven gele kikkers' })).body).toMatchObject({
      errorCode: 'activation_link_incorrect',
    });
    expect((await owner.post('/session', { email: administrator.email, password })).status).toBe(200);
    expect(await rowsOf('PASSWORD_RESET')).toMatchObject([{ actorName: 'Ada Byron' }]);
    admin = owner;
  });

  it('sends at most three links an hour, whoever asks (A19)', async () => {
    await server.services.database.delete(throttle);
    await server.services.database.delete(mailOutbox);
    for (let asked = 1; asked <= 3; asked++) {
      expect((await server.visitor().post('/password-reset', { email: administrator.email })).status).toBe(200);
      await expect.poll(() => messagesTo(administrator.email)).toHaveLength(asked);
    }
    expect((await server.visitor().post('/password-reset', { email: administrator.email })).status).toBe(200);
    // Requests take turns: once the next person's mail is there, the fourth was dropped.
    const email = 'zoe@example.com';
    await signedInTechnician(server, admin, 'Zoe', []);
    const before = (await messagesTo(email)).length;
    await server.visitor().post('/password-reset', { email });
    await expect.poll(async () => (await messagesTo(email)).length).toBe(before + 1);
    expect(await messagesTo(administrator.email)).toHaveLength(3);
  });
});

describe('a lost second factor', () => {
  it('is removed by an administrator who steps up: sessions end, the user gets mail, the trail a row (S10)', async () => {
    const { database, sessions } = server.services;
    const cat = await signedInTechnician(server, admin, 'Cat', []);
    const catId = Number((await cat.get('/session')).body.id);
    const begun = await cat.post('/profile/totp', { password: 'zeven paarse otters' });
    const code = generateSync({ secret: String(begun.body.secret), epoch: Math.floor(Date.now() / 1000) });
    expect((await cat.put('/profile/totp', { code })).status).toBe(200);
    const path = `/appuser/${catId}/totp`;
    const dan = await signedInTechnician(server, admin, 'Dan', []);
    expect((await dan.delete(path)).status, 'a technician may not').toBe(403);

    await database.update(session).set({ passwordAt: new Date(Date.now() - 3600_000) });
    sessions.forget();
    expect((await admin.delete(path)).body).toMatchObject({ errorCode: 'PASSWORD_REQUIRED' });
    expect((await cat.get('/session')).status).toBe(200);
    expect(await rowsOf('SECOND_FACTOR_RESET')).toEqual([]);

    await admin.post('/session', { email: administrator.email, password: 'zes groene kikkers' });
    expect((await admin.delete(path)).body).toEqual({ resultCode: 'SUCCESS' });
    expect((await cat.get('/session')).status).toBe(401);
    expect(await database.select().from(recoveryCode).where(eq(recoveryCode.userId, catId))).toEqual([]);
    expect(await rowsOf('SECOND_FACTOR_RESET')).toMatchObject([
      { actorName: 'Ada Byron', entityId: String(catId), summary: 'Removed the second factor of cat@example.com' },
    ]);
    const subjects = (await messagesTo('cat@example.com')).map(({ subject }) => subject);
    expect(subjects).toContain('Your second factor was removed');
    const again = await server
      .visitor()
      .post('/session', { email: 'cat@example.com', password: 'zeven paarse otters' });
    expect(again.status, 'the password alone').toBe(200);
    expect((await admin.delete(path)).body).toMatchObject({ errorCode: 'totp_not_enabled' });
    const own = Number((await admin.get('/session')).body.id);
    expect((await admin.delete(`/appuser/${own}/totp`)).body).toMatchObject({ errorCode: 'cannot_reset_own_account' });
  });
});
