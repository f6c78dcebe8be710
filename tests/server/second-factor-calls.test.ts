// Which calls ask a user with a second factor for it once more, and whom they do not ask.
import { generateSync } from 'otplib';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls, catalogue, type CallName } from '#api/contract/catalogue.ts';
import { audit } from '#server/database/schema/audit.ts';
import { appUser, session, throttle } from '#server/database/schema/users.ts';
import { administrator, startTestServer, type TestServer } from './harness.ts';
import { visitor, type Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
let secret = '';
let clientId = 0;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
  clientId = Number((await admin.post('/client', { name: 'Northwind', locations: [] })).body.client?.id);
  secret = String((await admin.post('/profile/totp', { password: administrator.password })).body.secret);
  await admin.put('/profile/totp', { code: code() });
});
beforeEach(async () => {
  await database().delete(throttle);
  await database().update(appUser).set({ totpLastStep: null });
});

const database = () => server.services.database;
const code = () => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) });

/** The code was shown this many minutes ago; the password just now. */
async function age(minutes: number): Promise<void> {
  const mfaAt = new Date(Date.now() - minutes * 60_000);
  await database().update(session).set({ passwordAt: new Date(), mfaAt });
  server.services.sessions.forget();
}

function send(who: Visitor, name: CallName, body?: unknown, headers?: Record<string, string>) {
  const { method, path } = catalogue[name];
  const address = path.replaceAll(/:\w+/g, '999999');
  const by = { GET: () => who.get(address), POST: who.post, PUT: who.put, PATCH: who.patch, DELETE: who.delete };
  return by[method](address, body, headers);
}

/** Stands apart from the marks of the catalogue: what runs on devices, opens their secrets, or takes a deletion back. */
const guarded: CallName[] = [
  'beginTotp',
  'addScript',
  'saveScript',
  'replaceScript',
  'restoreScriptVersion',
  'removeScript',
  'addInstallAutomation',
  'saveInstallAutomation',
  'addRunAutomation',
  'saveRunAutomation',
  'savePolicyAutomations',
  'startScriptRun',
  'retryScriptRun',
  'undoDeletion',
  'addCredential',
  'saveCredential',
  'removeCredential',
  'applyDirectoryJob',
  'setDirectoryStatus',
  'retryDeployment',
];
const owed = { status: 401, body: { errorCode: 'MFA_REQUIRED', methods: ['TOTP'] } };
const script = { name: 'Hello', language: 'BASH', content: 'echo hello' };
const credential = { name: 'Router', credentialType: 'BASIC', clientId: 0, username: 'admin', password: 'cisco' };

describe('a save that asks for the second factor', () => {
  it('is marked in the catalogue', () => {
    const marked = calls.filter(([, call]) => call.secondFactor).map(([name]) => name);
    expect(marked.toSorted()).toEqual(guarded.toSorted());
  });

  it.each(guarded)(
    'refuses %s with MFA_REQUIRED and the methods once ten minutes have passed (F19-01)',
    async (name) => {
      await age(11);
      expect(await send(admin, name)).toMatchObject(owed);
      await age(9);
      expect((await send(admin, name)).body.errorCode).not.toBe('MFA_REQUIRED');
    },
  );

  it('asks sooner where a password is asked for as well', async () => {
    await age(6);
    expect(await send(admin, 'removeUser')).toMatchObject(owed);
  });

  it.each(['removeUser', 'removePolicy', 'removeTicketTemplate'] as const)(
    'gives five guesses at the password that %s asks for, and then refuses the right one too',
    async (name) => {
      await age(1);
      const long = new Date(Date.now() - 3_600_000);
      await database().update(session).set({ passwordAt: long });
      server.services.sessions.forget();
      const asked = { status: 401, body: { errorCode: 'PASSWORD_REQUIRED' } };
      expect(await send(admin, name)).toMatchObject(asked);
      const { password } = administrator;
      for (let guess = 1; guess <= 5; guess++)
        expect(
          (await admin.post('/session/password', { password: `guess ${guess} of it` })).body.errorCode,
          `guess ${guess}`,
        ).toBe('incorrect_password');
      expect(await admin.post('/session/password', { password })).toMatchObject({
        status: 429,
        body: { errorCode: 'rate_limited' },
      });
      expect(await send(admin, name)).toMatchObject(asked);
      await database().delete(throttle);
      expect((await admin.post('/session/password', { password })).status).toBe(200);
      expect((await send(admin, name)).body.errorCode).toBe('not_found');
    },
  );

  it('takes the same request once the code was sent to the MFA URL (F19-06, F19-07)', async () => {
    await age(11);
    const headers = { 'idempotency-key': 'the-same-save' };
    const body = { ...credential, clientId };
    expect(await send(admin, 'addCredential', body, headers)).toMatchObject(owed);
    const wrong = await admin.post('/session/mfa', { type: 'TOTP', code: '000000' });
    expect(wrong).toMatchObject({
      status: 401,
      body: { errorCode: 'INCORRECT_MFA_CODE', errorMessage: 'Error during MFA code verification' },
    });
    expect(await send(admin, 'addCredential', body, headers)).toMatchObject(owed);
    const shown = await database().$count(audit, eq(audit.action, 'SECOND_FACTOR_SHOWN'));
    expect((await admin.post('/session/mfa', { type: 'TOTP', code: code() })).status).toBe(200);
    expect(await database().$count(audit, eq(audit.action, 'SECOND_FACTOR_SHOWN'))).toBe(shown + 1);
    const saved = await send(admin, 'addCredential', body, headers);
    expect(saved).toMatchObject({ status: 200, body: { resultCode: 'SUCCESS' } });
    expect((await send(admin, 'addCredential', body, headers)).body, 'once').toEqual(saved.body);
  });

  it('opens this session alone', async () => {
    const elsewhere = visitor(server.url);
    const { email, password } = administrator;
    await elsewhere.post('/session', { email, password });
    expect((await elsewhere.post('/session/mfa', { code: code() })).status).toBe(200);
    await age(11);
    await database().update(appUser).set({ totpLastStep: null });
    expect((await admin.post('/session/mfa', { code: code() })).status).toBe(200);
    expect((await send(admin, 'addScript', script)).body.errorCode).not.toBe('MFA_REQUIRED');
    expect(await send(elsewhere, 'addScript', script)).toMatchObject(owed);
  });

  it('gives five guesses at the code in a session', async () => {
    await age(11);
    for (let guess = 1; guess <= 5; guess++)
      expect((await admin.post('/session/mfa', { code: '000000' })).status, `guess ${guess}`).toBe(401);
    expect(await admin.post('/session/mfa', { code: code() })).toMatchObject({
      status: 429,
      body: { errorCode: 'rate_limited' },
    });
    expect(await send(admin, 'addScript', script)).toMatchObject(owed);
  });

  it('asks no API key, which was made with a proof', async () => {
    await age(1);
    const { body } = await admin.post('/apikeypair', { name: 'robot', scope: 'write', expiresInDays: 30 });
    const authorization = `Bearer ${String(body.apikeypair?.keyId)}.${String(body.secret)}`;
    await age(11);
    const answer = await send(visitor(server.url, { authorization }), 'addScript', {});
    expect(answer).toMatchObject({ status: 400, body: { errorCode: 'invalid_input' } });
  });

  it('asks nobody without a second factor', async () => {
    await age(1);
    expect((await admin.delete('/profile/totp')).status).toBe(200);
    await age(11);
    for (const name of guarded) expect((await send(admin, name)).body.errorCode, name).not.toBe('MFA_REQUIRED');
  });
});
