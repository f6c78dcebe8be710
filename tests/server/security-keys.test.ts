// Security keys as a second factor: set up, sign in, confirm a save, and what must not work.
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audit } from '#server/database/schema/audit.ts';
import { appUser, mfaChallenge, recoveryCode, securityKey, session, throttle } from '#server/database/schema/users.ts';
import { authenticator } from './authenticator.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { signedInTechnician } from './technician.ts';
import type { Visitor } from './visitor.ts';

const password = 'zeven paarse otters';
const origin = 'https://cairn.example.com';
let server: TestServer;
let admin: Visitor;
let people = 0;
beforeAll(async () => {
  server = await startTestServer({ settings: { publicUrl: origin } });
  admin = await server.signInAsAdmin();
});
beforeEach(() => server.services.database.delete(throttle));

const database = () => server.services.database;
type Key = ReturnType<typeof authenticator>;
const optionsOf = ({ body }: Awaited<ReturnType<Visitor['post']>>) => ({ challenge: String(body.challenge) });

async function addKey(who: Visitor, key: Key, name = 'Blue key') {
  const options = optionsOf(await who.post('/profile/security-keys/options'));
  return who.post('/profile/security-keys', { name, response: key.create(options) });
}

/** Somebody with a security key as their only second factor. */
async function withKey() {
  const name = `Keyed${++people}`;
  const who = await signedInTechnician(server, admin, name, ['ORGANIZATION:Create']);
  const id = Number((await who.get('/session')).body.id);
  const key = authenticator(origin);
  const added = await addKey(who, key);
  expect(added.status).toBe(200);
  const email = `${name.toLowerCase()}@example.com`;
  const halfWay = async () => {
    const browser = server.visitor();
    const { body } = await browser.post('/session', { email, password });
    expect(body).toMatchObject({ errorCode: 'MFA_REQUIRED', methods: ['U2F_TOKEN'] });
    return browser;
  };
  return { id, who, key, halfWay, recoveryCodes: added.body.recoveryCodes as unknown as string[] };
}

const challengeOf = async (browser: Visitor) => optionsOf(await browser.post('/session/mfa/security-key'));
const confirm = (browser: Visitor, code: string, type = 'U2F_TOKEN') => browser.post('/session/mfa', { type, code });
const incorrect = { status: 401, body: { errorCode: 'INCORRECT_MFA_CODE' } };

/** The session has confirmed nothing for this many minutes. */
async function age(userId: number, minutes: number): Promise<void> {
  const then = new Date(Date.now() - minutes * 60_000);
  await database().update(session).set({ passwordAt: then, mfaAt: then }).where(eq(session.userId, userId));
  server.services.sessions.forget();
}

describe('a security key', () => {
  it('is listed by its name after it was added, with recovery codes once', async () => {
    const { who, recoveryCodes } = await withKey();
    expect(new Set(recoveryCodes).size).toBe(10);
    const second = await addKey(who, authenticator(origin), ' Red key ');
    expect(second.body).toMatchObject({ resultCode: 'SUCCESS', recoveryCodes: [] });
    const { body } = await who.get('/profile/security-keys');
    expect(body).toMatchObject([{ name: 'Blue key', lastUsedAt: null }, { name: 'Red key' }]);
    expect((await who.get('/session')).body).toMatchObject({ totpEnabled: false, securityKeys: 2 });
    expect((await who.post('/profile/security-keys', { name: ' ', response: '{}' })).body).toMatchObject({
      fields: { '/name': expect.any(String) },
    });
  });

  it('ends the other sessions of its user', async () => {
    const { key, halfWay, who } = await withKey();
    const browser = await halfWay();
    await confirm(browser, key.get(await challengeOf(browser)));
    expect((await who.get('/session')).status).toBe(200);
    await addKey(browser, authenticator(origin));
    expect((await who.get('/session')).status).toBe(401);
  });

  it('is added for a fresh challenge of its session, from this origin and host, and once', async () => {
    const { who, id } = await withKey();
    const post = (response: string) => who.post('/profile/security-keys', { name: 'Other', response });
    const begin = async () => optionsOf(await who.post('/profile/security-keys/options'));
    const refused = { status: 422, body: { errorCode: 'security_key_refused' } };
    const challenge = await begin();
    expect(await post(authenticator('https://evil.example').create(challenge))).toMatchObject(refused);
    expect(await post(authenticator(origin).create(challenge)), 'the challenge is used up').toMatchObject(refused);
    expect(await post(authenticator(origin, 'evil.example').create(await begin()))).toMatchObject(refused);
    for (const response of ['', '{', '[]', '{"id":"a"}']) expect(await post(response)).toMatchObject(refused);
    const late = await begin();
    await database()
      .update(session)
      .set({ keyChallengeAt: new Date(Date.now() - 301_000) })
      .where(eq(session.userId, id));
    expect(await post(authenticator(origin).create(late))).toMatchObject(refused);
    const key = authenticator(origin);
    expect((await post(key.create(await begin()))).status).toBe(200);
    expect(await post(key.create(await begin())), 'the same key again').toMatchObject(refused);
  });

  it('is added and removed only with fresh proofs', async () => {
    const { who, id } = await withKey();
    const [stored] = await database().select().from(securityKey).where(eq(securityKey.userId, id));
    await age(id, 6);
    for (const answer of [
      await who.post('/profile/security-keys/options'),
      await who.post('/profile/security-keys', { name: 'x', response: '{}' }),
      await who.delete(`/profile/security-keys/${stored?.id}`),
    ])
      expect(answer.body).toMatchObject({ errorCode: 'PASSWORD_REQUIRED' });
    expect((await who.post('/session/password', { password })).body).toMatchObject({
      errorCode: 'MFA_REQUIRED',
      methods: ['U2F_TOKEN'],
    });
    expect((await who.delete(`/profile/security-keys/${stored?.id}`)).body).toMatchObject({
      errorCode: 'MFA_REQUIRED',
      methods: ['U2F_TOKEN'],
    });
  });

  it('is removed by its owner alone; recovery codes go with the last one', async () => {
    const [mine, theirs] = [await withKey(), await withKey()];
    const [stored] = await database().select().from(securityKey).where(eq(securityKey.userId, mine.id));
    const path = `/profile/security-keys/${stored?.id}`;
    expect((await theirs.who.delete(path)).status).toBe(404);
    expect((await mine.who.delete(path)).status).toBe(200);
    expect(await database().$count(recoveryCode, eq(recoveryCode.userId, mine.id))).toBe(0);
    expect(await database().$count(recoveryCode, eq(recoveryCode.userId, theirs.id))).toBe(10);
    const actions = await database().select({ action: audit.action }).from(audit).where(eq(audit.actorUserId, mine.id));
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['SECURITY_KEY_ADDED', 'SECURITY_KEY_REMOVED']),
    );
  });

  it('has a limit of 20', async () => {
    const { who, id } = await withKey();
    const key = { userId: id, name: 'x', publicKey: '', counter: 0, transports: [] };
    const rows = Array.from({ length: 19 }, (_, at) => ({ ...key, credentialId: `filler-${id}-${at}` }));
    const before = optionsOf(await who.post('/profile/security-keys/options'));
    await database().insert(securityKey).values(rows);
    const full = { status: 409, body: { errorCode: 'too_many_security_keys' } };
    expect(await who.post('/profile/security-keys/options')).toMatchObject(full);
    const response = authenticator(origin).create(before);
    expect(await who.post('/profile/security-keys', { name: 'x', response })).toMatchObject(full);
  });
});

describe('signing in with a security key', () => {
  it('ends a sign-in, and a copy of the answer does not', async () => {
    const { key, halfWay } = await withKey();
    const browser = await halfWay();
    const code = key.get(await challengeOf(browser));
    expect((await confirm(browser, code)).status).toBe(200);
    expect((await browser.get('/session')).status).toBe(200);
    const other = await halfWay();
    await challengeOf(other);
    expect(await confirm(other, code)).toMatchObject(incorrect);
  });

  it('takes a recovery code instead, and nothing without the password', async () => {
    const { halfWay, recoveryCodes } = await withKey();
    expect((await confirm(await halfWay(), recoveryCodes[0] ?? '', 'TOTP')).status).toBe(200);
    const stranger = server.visitor();
    expect((await stranger.post('/session/mfa/security-key')).body).toMatchObject({ errorCode: 'mfa_expired' });
    expect((await confirm(stranger, '{}')).body).toMatchObject({ errorCode: 'mfa_expired' });
  });

  it('refuses a key of somebody else, another origin, another host, a late challenge and a counter that stands still', async () => {
    const [mine, theirs] = [await withKey(), await withKey()];
    const tries: [string, (options: { challenge: string }) => string | Promise<string>][] = [
      ['of somebody else', (options) => theirs.key.get(options)],
      ['another challenge', () => mine.key.get({ challenge: 'AAAA' })],
      [
        'a late challenge',
        async (options) => {
          await database()
            .update(mfaChallenge)
            .set({ keyChallengeAt: new Date(Date.now() - 301_000) });
          return mine.key.get(options);
        },
      ],
    ];
    for (const [name, answer] of tries) {
      const browser = await mine.halfWay();
      const code = await answer(await challengeOf(browser));
      expect(await confirm(browser, code), name).toMatchObject(incorrect);
    }
    await database().delete(throttle);
    const browser = await mine.halfWay();
    expect((await confirm(browser, mine.key.get(await challengeOf(browser)))).status).toBe(200);
    const copied = await mine.halfWay();
    expect(await confirm(copied, mine.key.get(await challengeOf(copied), { again: true }))).toMatchObject(incorrect);
    for (const [name, forged] of [
      ['another origin', authenticator('https://evil.example', 'cairn.example.com')],
      ['another host', authenticator(origin, 'evil.example')],
    ] as const) {
      await database().delete(throttle);
      await storeKey(mine.id, forged);
      const half = await mine.halfWay();
      expect(await confirm(half, forged.get(await challengeOf(half))), name).toMatchObject(incorrect);
    }
  });

  it('says bad_u2f_input_format for what no browser says (F19-03)', async () => {
    const { halfWay } = await withKey();
    const browser = await halfWay();
    await challengeOf(browser);
    for (const code of ['123456', '{"id":"a","response":{"signature":"%%"}}', '[[[[]]]]'])
      expect(await confirm(browser, code)).toMatchObject({
        status: 401,
        body: { errorCode: 'bad_u2f_input_format', errorMessage: 'Error during MFA code verification' },
      });
  });

  it('refuses an unknown type of second factor (F19-05)', async () => {
    const { halfWay } = await withKey();
    const browser = await halfWay();
    for (const type of ['SMS', 'EMAIL', ''])
      expect(await confirm(browser, '123456', type)).toMatchObject({
        status: 400,
        body: { fields: { '/type': expect.any(String) } },
      });
  });

  it('is throttled like codes, whatever the guess looks like', async () => {
    const { key, halfWay } = await withKey();
    for (let guess = 1; guess <= 5; guess++) {
      const browser = await halfWay();
      expect((await confirm(browser, guess % 2 ? '{}' : '000000')).status, `guess ${guess}`).toBe(401);
    }
    const browser = await halfWay();
    const code = key.get(await challengeOf(browser));
    expect(await confirm(browser, code)).toMatchObject({ status: 429, body: { errorCode: 'rate_limited' } });
    expect(await database().$count(audit, eq(audit.action, 'SECOND_FACTOR_FAILED'))).toBeGreaterThan(0);
  });

  it('is removed by an administrator, after which the password alone signs in', async () => {
    const { id, who, halfWay } = await withKey();
    await halfWay();
    expect((await admin.delete(`/appuser/${id}/totp`)).status).toBe(200);
    expect((await who.get('/session')).status).toBe(401);
    expect(await database().$count(securityKey, eq(securityKey.userId, id))).toBe(0);
    const [{ email = '' } = {}] = await database().select().from(appUser).where(eq(appUser.id, id));
    expect((await server.visitor().post('/session', { email, password })).status).toBe(200);
  });
});

/** Stores a key without the checks of its set-up. */
async function storeKey(userId: number, key: Key): Promise<void> {
  const row = { userId, name: 'Forged', publicKey: key.publicKey(), counter: 0, transports: [] };
  await database()
    .insert(securityKey)
    .values({ ...row, credentialId: key.id });
}

describe('an installation without a name or https', () => {
  it.each(['http://127.0.0.1:7420', 'https://192.0.2.7', 'http://cairn.example.com', 'https://[::1]'])(
    'says at %s that security keys need one',
    async (publicUrl) => {
      const { who } = await withKey();
      const before = server.services.settings.publicUrl;
      Object.assign(server.services.settings, { publicUrl });
      try {
        expect((await who.post('/profile/security-keys/options')).body).toMatchObject({
          errorCode: 'security_keys_unavailable',
        });
      } finally {
        Object.assign(server.services.settings, { publicUrl: before });
      }
    },
  );
});
