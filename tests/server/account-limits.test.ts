// Limits of an account that hold between two looks at it: who was disabled meanwhile, whose code it is, how often somebody may guess.
import { generateSync } from 'otplib';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dropOldFailures, forgiveAttempt, passwordKey, signInKeys, takeAttempt } from '#server/accounts/throttle.ts';
import { appUser, session, throttle } from '#server/database/schema/users.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { statementWaits } from './statement-waits.ts';
import { signedInTechnician } from './technician.ts';
import type { Visitor } from './visitor.ts';

const password = 'zeven paarse otters';
let server: TestServer;
let admin: Visitor;
let people = 0;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
});
beforeEach(() => server.services.database.delete(throttle));

const database = () => server.services.database;
const enable = (id: number, enabled: boolean) => database().update(appUser).set({ enabled }).where(eq(appUser.id, id));

/** Somebody with a second factor. */
async function withSecondFactor() {
  const name = `Limited${++people}`;
  const who = await signedInTechnician(server, admin, name, []);
  const id = Number((await who.get('/session')).body.id);
  const secret = String((await who.post('/profile/totp', { password })).body.secret);
  const code = () => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) });
  const { body } = await who.put('/profile/totp', { code: code() });
  // The code of this half-minute counts again.
  await database().update(appUser).set({ totpLastStep: null }).where(eq(appUser.id, id));
  const halfWay = async () => {
    const browser = server.visitor();
    const email = `${name.toLowerCase()}@example.com`;
    expect((await browser.post('/session', { email, password })).body.errorCode).toBe('MFA_REQUIRED');
    return browser;
  };
  return { id, code, halfWay, recoveryCodes: body.recoveryCodes as unknown as string[] };
}

describe('a half-way sign-in', () => {
  it('takes no recovery code of somebody else', async () => {
    const [mine, theirs] = [await withSecondFactor(), await withSecondFactor()];
    const browser = await mine.halfWay();
    const stolen = await browser.post('/session/mfa', { code: theirs.recoveryCodes[0] });
    expect(stolen.body).toMatchObject({ errorCode: 'INCORRECT_MFA_CODE' });
    expect((await browser.post('/session/mfa', { code: mine.recoveryCodes[0] })).status).toBe(200);
  });

  it('ends nowhere when the account was disabled after its password was shown', async () => {
    const { id, code, halfWay } = await withSecondFactor();
    const browser = await halfWay();
    await enable(id, false);
    expect((await browser.post('/session/mfa', { code: code() })).body).toMatchObject({
      errorCode: 'account_disabled',
    });
    expect((await browser.get('/session')).status).toBe(401);
  });

  it('gives five guesses at the code, however often the password is shown anew', async () => {
    const { code, halfWay } = await withSecondFactor();
    for (let guess = 1; guess <= 5; guess++) {
      const { body } = await (await halfWay()).post('/session/mfa', { code: '000000' });
      expect(body.errorCode, `guess ${guess}`).toBe('INCORRECT_MFA_CODE');
    }
    expect(await (await halfWay()).post('/session/mfa', { code: code() })).toMatchObject({
      status: 429,
      body: { errorCode: 'rate_limited' },
    });
  });
});

it('chooses no password for an account that is disabled while the password is hashed', async () => {
  const email = 'late@example.com';
  const { body } = await admin.post('/appuser', { firstName: 'Late', lastName: 'Hopper', email });
  const token = String(body.activationLink).split('token=')[1];
  const browser = server.visitor();
  const stored = () => database().select().from(appUser).where(eq(appUser.email, email));
  const before = await stored();
  const activation = await database().transaction(async (tx) => {
    await tx.update(appUser).set({ enabled: false }).where(eq(appUser.email, email));
    const answer = browser.post('/activation', { token, password });
    await statementWaits(server);
    return { answer };
  });
  expect((await activation.answer).body).toMatchObject({ errorCode: 'activation_link_incorrect' });
  expect(await stored()).toEqual(before.map((row) => ({ ...row, enabled: false })));
});

describe('attempts', () => {
  const from = '203.0.113.77';
  const now = new Date();
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

  it('that were right are taken back from the brake of the whole account too', async () => {
    const keys = signInKeys('busy@example.com', from, undefined);
    for (let signIn = 1; signIn <= 30; signIn++) {
      await expect(takeAttempt(database(), keys, now), `sign-in ${signIn}`).resolves.toBeUndefined();
      await forgiveAttempt(database(), keys);
    }
  });

  it('that come too early are told how long is left of a wait that has grown', async () => {
    const keys = [passwordKey(4711)];
    for (let guess = 1; guess <= 5; guess++) await takeAttempt(database(), keys, now);
    await takeAttempt(database(), keys, later(61));
    await expect(takeAttempt(database(), keys, later(62))).rejects.toMatchObject({
      code: 'rate_limited',
      extra: { retryAfter: 119 },
    });
  });

  it('of the day before are dropped every night, and no later ones', async () => {
    await takeAttempt(database(), [passwordKey(1)], later(-25 * 3600));
    await takeAttempt(database(), [passwordKey(2)], later(-23 * 3600));
    await dropOldFailures(database(), now);
    const left = await database().select({ key: throttle.key }).from(throttle);
    expect(left).toEqual([{ key: passwordKey(2).key }]);
  });
});

it('lists the sessions of an account that have not expired, and nobody else’s', async () => {
  const who = await signedInTechnician(server, admin, 'Listed', []);
  const list = async () => Object.values((await who.get('/session/list')).body);
  expect(await list()).toMatchObject([{ current: true }]);
  await server.visitor().post('/session', { email: 'listed@example.com', password });
  const other = (await list()).find(({ current }) => !current);
  expect(await list()).toHaveLength(2);
  const expired = { expiresAt: new Date(Date.now() - 1000) };
  await database()
    .update(session)
    .set(expired)
    .where(eq(session.id, Number(other?.id)));
  expect(await list()).toMatchObject([{ current: true }]);
});
