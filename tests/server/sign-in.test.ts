import { generateSync } from 'otplib';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invite } from '#server/accounts/invitations.ts';
import { audit } from '#server/database/schema/audit.ts';
import { appUser, mfaChallenge, session, throttle } from '#server/database/schema/users.ts';
import { administrator, startTestServer, type TestServer } from './harness.ts';
import { visitor, type Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  admin = visitor(server.url);
});
afterAll(() => server.close());

const signIn = (who: Visitor, password = administrator.password, email = administrator.email) =>
  who.post('/session', { email, password });

/** How often the trail tells of it. */
const told = (action: string) => server.services.database.$count(audit, eq(audit.action, action));

describe('set-up', () => {
  const body = (token: string) => ({ token, ...administrator, divisionName: 'Cairn Works' });

  it('refuses a wrong token, a weak password and blank names', async () => {
    const token = (await server.services.setup.token()) ?? '';
    expect((await admin.get('/setup')).body).toEqual({ open: true });
    expect((await admin.get('/installation')).body).toEqual({ setUp: false, signedIn: false });
    expect(await admin.post('/setup', body('wrong'))).toMatchObject({
      status: 403,
      body: { errorCode: 'setup_token_incorrect' },
    });
    expect(await admin.post('/setup', { ...body(token), password: 'short' })).toMatchObject({
      status: 422,
      body: { errorCode: 'password_too_weak', fields: { '/password': 'Use at least 10 characters.' } },
    });
    expect(await admin.post('/setup', { ...body(token), firstName: ' ', email: 'nobody' })).toMatchObject({
      status: 400,
      body: { fields: { '/firstName': 'Required', '/email': 'Please enter a valid email address' } },
    });
  });

  it('makes one administrator of two that come at once, and is gone afterwards', async () => {
    const token = (await server.services.setup.token()) ?? '';
    const other = visitor(server.url);
    const answers = await Promise.all([
      admin.post('/setup', body(token)),
      other.post('/setup', { ...body(token), email: 'eve@example.com' }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404]);
    if (answers[0]?.status !== 200) admin = other;
    const users = await server.services.database.select().from(appUser);
    expect(users).toHaveLength(1);
    expect(await told('SET_UP')).toBe(1);
    await server.services.database.update(appUser).set({ email: administrator.email });
    server.services.sessions.forget();
    for (const path of ['/setup', '/setup/', '/Setup', '//setup', '/setup?token=x', '/%73etup']) {
      expect((await admin.get(path)).status, path).toBe(404);
      expect((await admin.post(path, {})).status, path).toBe(404);
    }
    expect(await server.services.setup.token()).toBeUndefined();
    expect((await visitor(server.url).get('/installation')).body).toEqual({ setUp: true, signedIn: false });
    expect((await admin.get('/installation')).body).toEqual({ setUp: true, signedIn: true });
    expect((await admin.get('/session')).body).toMatchObject({ sysadmin: true, divisionName: 'Cairn Works' });
  });

  it('sets a cookie that scripts and other sites cannot use, and stores no token', async () => {
    const answer = await signIn(visitor(server.url));
    expect(answer.cookies[0]).toMatch(/^cairn_session=[\w-]{43}; .*Path=\/; HttpOnly; SameSite=Strict/i);
    const token = /=([^;]+)/.exec(answer.cookies[0] ?? '')?.[1];
    const rows = await server.services.database.select().from(session);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('sign-in', () => {
  it('answers an unknown email and a wrong password alike', async () => {
    const wrong = await signIn(visitor(server.url), 'not the password');
    const unknown = await signIn(visitor(server.url), 'not the password', 'nobody@example.com');
    expect(wrong).toMatchObject({ status: 401, body: { errorCode: 'incorrect_credentials' } });
    expect(unknown.body).toEqual(wrong.body);
  });

  it('takes an email in any case', async () => {
    expect((await signIn(visitor(server.url), administrator.password, 'ADA@Example.COM')).status).toBe(200);
  });

  it('blocks the account for this address after five failures, and tells how long', async () => {
    const guesser = visitor(server.url);
    for (let guess = 1; guess <= 5; guess++) expect((await signIn(guesser, `guess number ${guess}`)).status).toBe(401);
    const blocked = await signIn(guesser);
    expect(blocked).toMatchObject({ status: 429, body: { errorCode: 'rate_limited' } });
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
    await server.services.database.delete(throttle);
    expect((await signIn(guesser)).status).toBe(200);
  });

  it('ends a session after the user’s inactivity, and at its absolute limit', async () => {
    const { database, sessions } = server.services;
    const idle = visitor(server.url);
    await signIn(idle);
    const [{ id: idleId }] = (await idle.get('/session/list')).body as never as [{ id: number }];
    await database
      .update(session)
      .set({ lastSeenAt: new Date(Date.now() - 241 * 60_000) })
      .where(eq(session.id, idleId));
    sessions.forget();
    expect(await idle.get('/session')).toMatchObject({ status: 401, body: { errorCode: 'not_signed_in' } });

    const old = visitor(server.url);
    await signIn(old);
    const [{ id: oldId }] = (await old.get('/session/list')).body as never as [{ id: number }];
    await database
      .update(session)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(session.id, oldId));
    sessions.forget();
    expect((await old.get('/session')).status).toBe(401);
  });

  it('counts what a person does, not what an open page reads by itself, as activity (C16-07)', async () => {
    const { database, sessions } = server.services;
    const page = visitor(server.url);
    await signIn(page);
    const [{ id }] = (await page.get('/session/list')).body as never as [{ id: number }];
    const mine = eq(session.id, id);
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const lastSeen = async () => (await database.select().from(session).where(mine))[0]?.lastSeenAt ?? new Date(0);
    const left = ago(200);
    await database.update(session).set({ lastSeenAt: left }).where(mine);
    sessions.forget();

    const untouched = (minutes: number) => visitor(server.url, { 'cairn-idle-seconds': String(minutes * 60) });
    const open = untouched(201);
    open.setCookie('cairn_session', page.cookie('cairn_session') ?? '');
    expect((await open.get('/query/v2/systemdashboard')).status).toBe(200);
    expect(await lastSeen()).toEqual(left);

    // Somebody was there ten minutes ago, and the page did not ask anything then.
    const later = untouched(10);
    later.setCookie('cairn_session', page.cookie('cairn_session') ?? '');
    await later.get('/query/v2/systemdashboard');
    expect(Math.abs((await lastSeen()).getTime() - ago(10).getTime())).toBeLessThan(5000);

    await database
      .update(session)
      .set({ lastSeenAt: ago(241) })
      .where(mine);
    sessions.forget();
    expect((await open.get('/session')).status).toBe(401);
  });

  it('takes a page that says nonsense about its person as touched', async () => {
    const { database, sessions } = server.services;
    const page = visitor(server.url, { 'cairn-idle-seconds': '-5' });
    await signIn(page);
    await database.update(session).set({ lastSeenAt: new Date(Date.now() - 200 * 60_000) });
    sessions.forget();
    expect((await page.get('/session')).status).toBe(200);
    const [newest] = (await page.get('/session/list')).body as never as { current: boolean; lastSeenAt: string }[];
    expect(newest?.current).toBe(true);
    expect(Date.now() - Date.parse(newest?.lastSeenAt ?? '')).toBeLessThan(5000);
  });

  it('signs out here, or everywhere (C16-02)', async () => {
    const [here, there, elsewhere] = [visitor(server.url), visitor(server.url), visitor(server.url)];
    for (const each of [here, there, elsewhere]) await signIn(each);
    const kept = here.cookie('cairn_session') ?? '';
    expect((await here.delete('/session', {})).status).toBe(200);
    here.setCookie('cairn_session', kept);
    expect((await here.get('/session')).status).toBe(401);
    expect((await there.get('/session')).status).toBe(200);
    expect((await there.delete('/session', { fromAllSessions: true })).status).toBe(200);
    expect((await elsewhere.get('/session')).status).toBe(401);
    await signIn(admin);
  });

  it('ends one session of one’s own, and no other user’s', async () => {
    const other = visitor(server.url);
    await signIn(other);
    const list = (await admin.get('/session/list')).body as never as { id: number; current: boolean }[];
    const theirs = list.find((each) => !each.current);
    expect((await admin.delete(`/session/${theirs?.id}`)).status).toBe(200);
    expect((await other.get('/session')).status).toBe(401);
    expect((await admin.delete('/session/999999')).status).toBe(404);
    expect((await admin.get('/session')).status).toBe(200);
  });
});

describe('the own password', () => {
  it('changes with the current one, and ends every other session at once', async () => {
    const other = visitor(server.url);
    await signIn(other);
    expect((await other.get('/session')).status).toBe(200);
    const wrong = await admin.put('/profile/password', {
      currentPassword: 'not it at all',
      newPassword: 'vijf blauwe vissen',
    });
    expect(wrong).toMatchObject({
      status: 422,
      body: { errorCode: 'incorrect_password', fields: { '/currentPassword': expect.any(String) } },
    });
    const weak = await admin.put('/profile/password', {
      currentPassword: administrator.password,
      newPassword: 'password12',
    });
    expect(weak).toMatchObject({
      status: 422,
      body: { errorCode: 'password_too_weak', fields: { '/newPassword': expect.any(String) } },
    });
    const done = await admin.put('/profile/password', {
      currentPassword: administrator.password,
      newPassword: 'vijf blauwe vissen',
    });
    expect(done).toMatchObject({ status: 200, body: { resultCode: 'SUCCESS' } });
    expect((await other.get('/session')).status).toBe(401);
    expect((await admin.get('/session')).status).toBe(200);
    expect((await signIn(visitor(server.url))).status).toBe(401);
    await admin.put('/profile/password', {
      currentPassword: 'vijf blauwe vissen',
      newPassword: administrator.password,
    });
  });

  it('changes once when two people who know it choose at the same moment', async () => {
    const changes = ['acht rode eenden', 'negen witte ganzen'].map(async (newPassword) => {
      const who = visitor(server.url);
      await signIn(who);
      return {
        newPassword,
        change: () => who.put('/profile/password', { currentPassword: administrator.password, newPassword }),
      };
    });
    const ready = await Promise.all(changes);
    const answers = await Promise.all(
      ready.map(async ({ newPassword, change }) => ({ newPassword, ...(await change()) })),
    );
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
    expect(won?.status).toBe(200);
    expect(lost?.body).toMatchObject({ errorCode: 'incorrect_password' });
    const { status } = await admin.post('/session', { email: administrator.email, password: won?.newPassword });
    expect(status).toBe(200);
    await admin.put('/profile/password', { currentPassword: won?.newPassword, newPassword: administrator.password });
  });
});

describe('the second factor', () => {
  let secret = '';
  let enrolled = '';
  let recoveryCodes: string[] = [];
  const step = 30_000;
  const code = (at = Date.now()) => generateSync({ secret, epoch: Math.floor(at / 1000) });
  const usedUp = () => server.services.database.update(appUser).set({ totpLastStep: null });

  it('is enrolled with the password and a first code, and answers recovery codes', async () => {
    expect((await admin.post('/profile/totp', { password: 'wrong password' })).body).toMatchObject({
      errorCode: 'incorrect_password',
    });
    expect((await admin.put('/profile/totp', { code: '123456' })).body).toMatchObject({
      errorCode: 'totp_not_enabled',
    });
    const begun = await admin.post('/profile/totp', { password: administrator.password });
    expect(begun.status).toBe(200);
    secret = String(begun.body.secret);
    expect(String(begun.body.uri)).toContain('otpauth://totp/');
    expect(String(begun.body.qrSvg)).toContain('<svg');
    const [stored] = await server.services.database.select({ totpSecret: appUser.totpSecret }).from(appUser);
    expect(stored?.totpSecret).not.toContain(secret);
    expect((await signIn(visitor(server.url))).status, 'not in force before its first code').toBe(200);
    const other = visitor(server.url);
    await signIn(other);
    expect((await admin.put('/profile/totp', { code: '000000' })).body).toMatchObject({
      errorCode: 'INCORRECT_MFA_CODE',
      errorMessage: 'Error during MFA code verification',
    });
    enrolled = code();
    const confirmed = await admin.put('/profile/totp', { code: enrolled });
    expect(confirmed.status).toBe(200);
    recoveryCodes = confirmed.body.recoveryCodes as never as string[];
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await other.get('/session')).status).toBe(401);
    expect((await admin.get('/session')).body).toMatchObject({ totpEnabled: true });
    expect((await admin.post('/profile/totp', { password: administrator.password })).body).toMatchObject({
      errorCode: 'totp_already_enabled',
    });
    expect((await admin.put('/profile/totp', { code: code(Date.now() + step) })).body).toMatchObject({
      errorCode: 'totp_already_enabled',
    });
    expect([await told('TOTP_BEGUN'), await told('TOTP_ENABLED')]).toEqual([1, 1]);
  });

  it('is asked for after the password; a code works once', async () => {
    const who = visitor(server.url);
    const half = await signIn(who);
    expect(half).toMatchObject({ status: 401, body: { errorCode: 'MFA_REQUIRED' } });
    expect(half.cookies.join()).toMatch(/cairn_mfa=[\w-]{43}; Max-Age=300/i);
    expect((await who.get('/session')).status).toBe(401);
    expect((await who.post('/session/mfa', { code: '000000' })).body).toMatchObject({
      errorCode: 'INCORRECT_MFA_CODE',
    });
    expect((await who.post('/session/mfa', { code: enrolled })).body, 'used at enrolment').toMatchObject({
      errorCode: 'INCORRECT_MFA_CODE',
    });
    const next = code(Date.now() + step);
    expect((await who.post('/session/mfa', { code: ` ${next.slice(0, 3)} ${next.slice(3)}` })).status).toBe(200);
    expect((await who.get('/session')).status).toBe(200);
    expect(who.cookie('cairn_mfa')).toBeUndefined();

    const again = visitor(server.url);
    await signIn(again);
    expect((await again.post('/session/mfa', { code: next })).body).toMatchObject({ errorCode: 'INCORRECT_MFA_CODE' });
  });

  it('gives a half-way sign-in five attempts and five minutes', async () => {
    await server.services.database.delete(throttle);
    const who = visitor(server.url);
    expect((await who.post('/session/mfa', { code: '000000' })).body).toMatchObject({ errorCode: 'mfa_expired' });
    await signIn(who);
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect((await who.post('/session/mfa', { code: '000000' })).body).toMatchObject({
        errorCode: 'INCORRECT_MFA_CODE',
      });
    }
    await server.services.database.delete(throttle);
    await usedUp();
    expect((await who.post('/session/mfa', { code: code() })).body).toMatchObject({ errorCode: 'mfa_expired' });

    const late = visitor(server.url);
    await signIn(late);
    await server.services.database.update(mfaChallenge).set({ expiresAt: new Date(Date.now() - 1) });
    expect((await late.post('/session/mfa', { code: code() })).body).toMatchObject({ errorCode: 'mfa_expired' });
  });

  it('is replaced by a recovery code, once', async () => {
    await server.services.database.delete(throttle);
    const [first = ''] = recoveryCodes;
    const who = visitor(server.url);
    await signIn(who);
    expect((await who.post('/session/mfa', { code: first.toUpperCase() })).status).toBe(200);
    const again = visitor(server.url);
    await signIn(again);
    expect((await again.post('/session/mfa', { code: first })).body).toMatchObject({ errorCode: 'INCORRECT_MFA_CODE' });
  });

  it('is asked for again before what destroys, once it was shown too long ago', async () => {
    const { database, sessions } = server.services;
    const added = await admin.post('/appuser', { firstName: 'Bob', lastName: 'Stone', email: 'bob@example.com' });
    const path = `/appuser/${Number(added.body.appuser?.id)}`;
    await database.update(session).set({ mfaAt: new Date(Date.now() - 3600_000) });
    sessions.forget();
    expect((await admin.delete(path)).body).toMatchObject({ errorCode: 'MFA_REQUIRED' });
    await usedUp();
    const shown = await told('SECOND_FACTOR_SHOWN');
    expect((await admin.post('/session/mfa', { code: code() })).status).toBe(200);
    expect(await told('SECOND_FACTOR_SHOWN')).toBe(shown + 1);
    expect((await admin.delete(path)).body).toMatchObject({ resultCode: 'SUCCESS' });
  });

  it('is still asked for after an activation link, which ends every session', async () => {
    const { database } = server.services;
    const { id } = (await admin.get('/session')).body;
    const link = await invite(database, Number(id), new Date());
    const thief = visitor(server.url);
    const activated = await thief.post('/activation', { token: link, password: administrator.password });
    expect(activated.status).toBe(200);
    expect((await thief.get('/session')).status).toBe(401);
    expect((await admin.get('/session')).status).toBe(401);
    expect((await signIn(admin)).body).toMatchObject({ errorCode: 'MFA_REQUIRED' });
    await usedUp();
    expect((await admin.post('/session/mfa', { code: code() })).status).toBe(200);
  });

  it('is removed only after password and code were shown again (S1)', async () => {
    const { database, sessions } = server.services;
    await database.update(session).set({ passwordAt: null, mfaAt: null });
    sessions.forget();
    expect((await admin.delete('/profile/totp')).body).toMatchObject({ errorCode: 'PASSWORD_REQUIRED' });
    expect(await admin.post('/session/password', { password: 'wrong password' })).toMatchObject({
      status: 422,
      body: { errorCode: 'incorrect_password', fields: { '/password': expect.any(String) } },
    });
    expect((await admin.post('/session/password', { password: administrator.password })).body).toMatchObject({
      errorCode: 'MFA_REQUIRED',
    });
    expect((await admin.delete('/profile/totp')).body, 'the password alone').toMatchObject({
      errorCode: 'MFA_REQUIRED',
    });
    await usedUp();
    expect((await admin.post('/session/mfa', { code: code() })).status).toBe(200);
    expect((await admin.delete('/profile/totp')).status).toBe(200);
    expect((await signIn(visitor(server.url))).status).toBe(200);
    expect((await admin.delete('/profile/totp')).body).toMatchObject({ errorCode: 'totp_not_enabled' });
  });
});
