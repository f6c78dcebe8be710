// Codes by text message as a second factor (F19-04): set up, sign in, confirm a save, and what must not work.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audit } from '#server/database/schema/audit.ts';
import { sentText, smsGateway, textCode } from '#server/database/schema/text-messages.ts';
import { appUser, recoveryCode, session, throttle } from '#server/database/schema/users.ts';
import { gatewayBody, startSmsGateway, type SmsGatewayPeer } from '#tests/peers/sms-gateway-peer.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { signedInTechnician } from './technician.ts';
import type { Visitor } from './visitor.ts';

const password = 'zeven paarse otters';
let server: TestServer;
let admin: Visitor;
let peer: SmsGatewayPeer;
let people = 0;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
  peer = await startSmsGateway();
  await admin.put('/division/sms-gateway', gatewayBody(peer));
});
afterAll(() => peer.close());
beforeEach(async () => {
  peer.answer = undefined;
  await database().delete(throttle);
  await database().update(smsGateway).set({ hourlyLimit: 1000 });
});

const database = () => server.services.database;
const actionsOf = async (userId: number) => {
  const rows = await database().select().from(audit).where(eq(audit.actorUserId, userId));
  return rows.map(({ action }) => action);
};

/** Somebody who is signed in, with a number of their own. */
async function somebody() {
  const name = `Texted${++people}`;
  const who = await signedInTechnician(server, admin, name, ['ORGANIZATION:Create']);
  const id = Number((await who.get('/session')).body.id);
  const phone = `+3161000${String(people).padStart(4, '0')}`;
  const halfWay = async (methods = ['SMSOTP']) => {
    const browser = server.visitor();
    const { body } = await browser.post('/session', { email: `${name.toLowerCase()}@example.com`, password });
    expect(body).toMatchObject({ errorCode: 'MFA_REQUIRED', methods });
    return browser;
  };
  return { id, who, phone, halfWay };
}

/** The same, with codes by text message as the only second factor. */
async function withPhone() {
  const person = await somebody();
  const { who, phone } = person;
  expect((await who.post('/profile/text-messages', { phone })).status).toBe(200);
  const { status, body } = await who.put('/profile/text-messages', { code: peer.codeTo(phone) });
  expect(status).toBe(200);
  return { ...person, recoveryCodes: body.recoveryCodes as unknown as string[] };
}

const send = (browser: Visitor) => browser.post('/session/mfa/text-message');
const confirm = (browser: Visitor, code: string, type = 'SMSOTP') => browser.post('/session/mfa', { type, code });
const incorrect = { status: 401, body: { errorCode: 'INCORRECT_MFA_CODE' } };
/** Another code than this one. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** The last code of the user was sent this many seconds earlier than it was. */
async function ageCode(userId: number, seconds: number): Promise<void> {
  const [row] = await database().select().from(textCode).where(eq(textCode.userId, userId));
  const earlier = (at: Date | undefined) => new Date((at?.getTime() ?? 0) - seconds * 1000);
  await database()
    .update(textCode)
    .set({ createdAt: earlier(row?.createdAt), expiresAt: earlier(row?.expiresAt) })
    .where(eq(textCode.userId, userId));
}

/** The session has confirmed nothing for this many minutes. */
async function age(userId: number, minutes: number): Promise<void> {
  const then = new Date(Date.now() - minutes * 60_000);
  await database().update(session).set({ passwordAt: then, mfaAt: then }).where(eq(session.userId, userId));
  server.services.sessions.forget();
}

describe('a phone number', () => {
  it('is set up by the code that was sent to it, with recovery codes once (F19-04)', async () => {
    const { who, phone, id } = await somebody();
    const begun = await who.post('/profile/text-messages', { phone: `${phone.slice(0, 3)} (6) ${phone.slice(4)}` });
    expect(begun.body).toEqual({
      resultCode: 'SUCCESS',
      ending: phone.slice(-2),
      resendSeconds: 30,
      validSeconds: 300,
    });
    expect(peer.messages.at(-1)).toMatchObject({ to: phone, from: '+15005550006' });
    expect((await who.get('/session')).body).toMatchObject({ textPhone: null });
    const code = peer.codeTo(phone);
    expect(await who.put('/profile/text-messages', { code: wrong(code) })).toMatchObject(incorrect);
    const set = await who.put('/profile/text-messages', { code: ` ${code.slice(0, 3)} ${code.slice(3)}` });
    expect(new Set(set.body.recoveryCodes as unknown as string[]).size).toBe(10);
    expect((await who.get('/session')).body).toMatchObject({ textPhone: phone, totpEnabled: false, securityKeys: 0 });
    expect((await admin.get(`/appuser/${id}`)).body).toMatchObject({ textMessages: true });
    expect(JSON.stringify((await admin.get(`/appuser/${id}`)).body)).not.toContain(phone);
    await who.post('/profile/text-messages', { phone });
    expect((await who.put('/profile/text-messages', { code: peer.codeTo(phone) })).body.recoveryCodes).toEqual([]);
    expect(await actionsOf(id)).toEqual(expect.arrayContaining(['TEXT_CODE_SENT', 'TEXT_MESSAGES_ENABLED']));
  });

  it('refuses what is no phone number', async () => {
    const { who } = await somebody();
    const before = peer.messages.length;
    for (const phone of ['0612345678', '+0612345678', 'ada', '+31 6', '+31 6\n12345678; 1'])
      expect((await who.post('/profile/text-messages', { phone })).body).toMatchObject({
        fields: { '/phone': 'Invalid phone number' },
      });
    expect(peer.messages).toHaveLength(before);
  });

  it('takes the code of its own session and set-up alone', async () => {
    const [mine, theirs] = [await withPhone(), await somebody()];
    await mine.who.post('/profile/text-messages', { phone: '+31619999999' });
    const code = peer.codeTo('+31619999999');
    expect(await theirs.who.put('/profile/text-messages', { code })).toMatchObject(incorrect);
    await age(mine.id, 6);
    expect(await confirm(mine.who, code), 'of a set-up, for a step-up').toMatchObject(incorrect);
    await database().delete(textCode);
    const browser = await mine.halfWay();
    await send(browser);
    await age(mine.id, 1);
    const other = await mine.who.put('/profile/text-messages', { code: peer.codeTo(mine.phone) });
    expect(other, 'of a sign-in, for a set-up').toMatchObject(incorrect);
  });

  it('ends the other sessions of its user', async () => {
    const { halfWay, who, phone, id } = await withPhone();
    const browser = await halfWay();
    await send(browser);
    expect((await confirm(browser, peer.codeTo(phone))).status).toBe(200);
    expect((await who.get('/session')).status).toBe(200);
    await browser.post('/profile/text-messages', { phone });
    await browser.put('/profile/text-messages', { code: peer.codeTo(phone) });
    expect((await who.get('/session')).status).toBe(401);
    expect(await database().$count(session, eq(session.userId, id))).toBe(1);
  });

  it('is set up and removed only with fresh proofs', async () => {
    const { who, id, phone } = await withPhone();
    const tries = () =>
      Promise.all([
        who.post('/profile/text-messages', { phone }),
        who.put('/profile/text-messages', { code: '123456' }),
        who.delete('/profile/text-messages'),
      ]);
    await age(id, 6);
    for (const { body } of await tries()) expect(body).toMatchObject({ errorCode: 'PASSWORD_REQUIRED' });
    const owed = { errorCode: 'MFA_REQUIRED', methods: ['SMSOTP'] };
    expect((await who.post('/session/password', { password })).body).toMatchObject(owed);
    for (const { body } of await tries()) expect(body).toMatchObject(owed);
    expect((await who.get('/session')).body).toMatchObject({ textPhone: phone });
  });

  it('is removed by its owner, with the recovery codes of a last factor', async () => {
    const { who, id } = await withPhone();
    expect((await who.delete('/profile/text-messages')).status).toBe(200);
    expect((await who.delete('/profile/text-messages')).body).toMatchObject({ errorCode: 'no_phone_number' });
    expect(await database().$count(recoveryCode, eq(recoveryCode.userId, id))).toBe(0);
    expect(await database().$count(textCode, eq(textCode.userId, id))).toBe(0);
    expect(await actionsOf(id)).toContain('TEXT_MESSAGES_REMOVED');
  });

  it('is removed by an administrator, after which the password alone signs in', async () => {
    const { id, who, halfWay } = await withPhone();
    await send(await halfWay());
    expect((await admin.delete(`/appuser/${id}/totp`)).status).toBe(200);
    expect((await who.get('/session')).status).toBe(401);
    const [user] = await database().select().from(appUser).where(eq(appUser.id, id));
    expect(user?.textPhone).toBeNull();
    expect(await database().$count(textCode, eq(textCode.userId, id))).toBe(0);
    expect((await server.visitor().post('/session', { email: user?.email, password })).status).toBe(200);
  });
});

describe('a code by text message', () => {
  it('ends a sign-in, once, and is stored as no plain hash (F19-04)', async () => {
    const { halfWay, phone, id } = await withPhone();
    const browser = await halfWay();
    expect((await send(browser)).body).toMatchObject({ ending: phone.slice(-2), resendSeconds: 30 });
    const code = peer.codeTo(phone);
    const [stored] = await database().select().from(textCode).where(eq(textCode.userId, id));
    expect(stored?.codeHash).toMatch(/^[0-9a-f]{64}$/);
    expect(stored?.codeHash).not.toBe(await sha256(code));
    expect(JSON.stringify(await database().select().from(audit))).not.toContain(code);
    expect((await confirm(browser, code)).status).toBe(200);
    expect((await browser.get('/session')).body).toMatchObject({ textPhone: phone });
    const other = await halfWay();
    expect(await confirm(other, code)).toMatchObject(incorrect);
  });

  it('confirms a save in its session alone (F19-06)', async () => {
    const { who, id, phone, halfWay } = await withPhone();
    await age(id, 6);
    expect((await who.post('/session/password', { password })).body).toMatchObject({ methods: ['SMSOTP'] });
    expect((await send(who)).status).toBe(200);
    const code = peer.codeTo(phone);
    expect(await confirm(await halfWay(), code), 'another sign-in').toMatchObject(incorrect);
    expect((await confirm(who, code)).status).toBe(200);
    expect((await who.delete('/profile/text-messages')).status).toBe(200);
  });

  it('goes to nobody without the password, nor where no number is set up', async () => {
    const before = peer.messages.length;
    expect((await send(server.visitor())).body).toMatchObject({ errorCode: 'mfa_expired' });
    const { who } = await somebody();
    expect((await send(who)).body).toMatchObject({ errorCode: 'no_phone_number' });
    expect(await confirm(who, '123456')).toMatchObject(incorrect);
    expect(peer.messages).toHaveLength(before);
  });

  it('works for five minutes', async () => {
    const { halfWay, phone, id } = await withPhone();
    const browser = await halfWay();
    await send(browser);
    await ageCode(id, 301);
    expect(await confirm(browser, peer.codeTo(phone))).toMatchObject(incorrect);
    await send(browser);
    await ageCode(id, 298);
    expect((await confirm(browser, peer.codeTo(phone))).status).toBe(200);
  });

  it('is the last that was sent, and another one is sent after thirty seconds', async () => {
    const { halfWay, phone, id } = await withPhone();
    const browser = await halfWay();
    await send(browser);
    const first = peer.codeTo(phone);
    const soon = await send(browser);
    expect(soon).toMatchObject({ status: 429, body: { errorCode: 'rate_limited' } });
    expect(Number(soon.body.retryAfter)).toBeGreaterThan(20);
    expect(String(soon.body.errorMessage)).toMatch(
      /^A code was sent already\. You can ask for another one in \d+ seconds\.$/,
    );
    await ageCode(id, 31);
    expect((await send(browser)).status).toBe(200);
    const second = peer.codeTo(phone);
    if (first !== second) expect(await confirm(browser, first)).toMatchObject(incorrect);
    expect((await confirm(browser, second)).status).toBe(200);
  });

  it('gives five tries, from whatever sign-in they come', async () => {
    const { halfWay, phone } = await withPhone();
    const browser = await halfWay();
    await send(browser);
    const code = peer.codeTo(phone);
    for (let guess = 1; guess <= 4; guess++) {
      await database().delete(throttle);
      expect(await confirm(browser, wrong(code)), `guess ${guess}`).toMatchObject(incorrect);
    }
    await database().delete(throttle);
    const stepUp = await confirm(browser, code);
    expect(stepUp.status, 'the fifth').toBe(200);
    await database().delete(textCode);
    const { who, id } = await withPhone();
    await age(id, 6);
    await who.post('/session/password', { password });
    await send(who);
    const next = peer.messages.at(-1)?.body.slice(0, 6) ?? '';
    for (let guess = 1; guess <= 5; guess++) {
      await database().delete(throttle);
      expect(await confirm(who, wrong(next)), `guess ${guess}`).toMatchObject(incorrect);
    }
    await database().delete(throttle);
    expect(await confirm(who, next), 'the sixth').toMatchObject(incorrect);
  });

  it('is throttled like other codes', async () => {
    const { halfWay, phone } = await withPhone();
    for (let guess = 1; guess <= 5; guess++) expect((await confirm(await halfWay(), '000000')).status).toBe(401);
    const browser = await halfWay();
    await send(browser);
    expect(await confirm(browser, peer.codeTo(phone))).toMatchObject({ status: 429 });
  });

  it('gives way to a recovery code and to the other factors, each by its type', async () => {
    const { halfWay, recoveryCodes, phone } = await withPhone();
    const [one = '', two = ''] = recoveryCodes;
    expect((await confirm(await halfWay(), one)).status).toBe(200);
    expect(await confirm(await halfWay(), one), 'used').toMatchObject(incorrect);
    expect((await confirm(await halfWay(), two, 'TOTP')).status).toBe(200);
    const browser = await halfWay();
    await send(browser);
    expect(await confirm(browser, peer.codeTo(phone), 'TOTP'), 'as a code of an app').toMatchObject(incorrect);
    expect((await confirm(browser, peer.codeTo(phone), 'U2F_TOKEN')).body).toMatchObject({
      errorCode: 'bad_u2f_input_format',
    });
  });

  it('does not count for a number that was replaced meanwhile', async () => {
    const { halfWay, phone, id } = await withPhone();
    const browser = await halfWay();
    await send(browser);
    await database().update(appUser).set({ textPhone: '+31610999999' }).where(eq(appUser.id, id));
    expect(await confirm(browser, peer.codeTo(phone))).toMatchObject(incorrect);
  });
});

describe('a gateway that does not send', () => {
  it('is told in words, without the number, and the next code may be asked for at once', async () => {
    const { halfWay, phone, recoveryCodes, id } = await withPhone();
    const browser = await halfWay();
    peer.answer = { status: 503, body: '' };
    const message = 'The SMS gateway does not answer, so no code was sent. Use another way, or try again later.';
    expect((await send(browser)).body).toMatchObject({ errorCode: 'text_message_failed', errorMessage: message });
    peer.answer = { status: 400, body: JSON.stringify({ code: 21211, message: `The 'To' number ${phone} is wrong` }) };
    const refused = await send(browser);
    expect(refused.body).toMatchObject({ errorCode: 'text_message_failed' });
    expect(JSON.stringify(refused.body)).not.toContain(phone.slice(1));
    expect(await database().$count(textCode, eq(textCode.userId, id))).toBe(0);
    expect(await actionsOf(id)).toContain('TEXT_CODE_FAILED');
    peer.answer = undefined;
    expect((await send(browser)).status).toBe(200);
    expect((await confirm(browser, recoveryCodes[0] ?? '')).status, 'the other way').toBe(200);
  });

  it('is told when it was removed', async () => {
    const { halfWay } = await withPhone();
    const browser = await halfWay();
    const rows = await database().delete(smsGateway).returning();
    expect((await send(browser)).body).toMatchObject({ errorCode: 'sms_gateway_missing' });
    await database().insert(smsGateway).values(rows);
  });
});

describe('the number of text messages', () => {
  const sent = async (rows: { userId?: number; phone: string }[], minutesAgo = 1) =>
    database()
      .insert(sentText)
      .values(rows.map((row) => ({ ...row, createdAt: new Date(Date.now() - minutesAgo * 60_000) })));
  const times = (count: number, row: { userId?: number; phone: string }) => Array.from({ length: count }, () => row);
  const limited = { status: 429, body: { errorCode: 'rate_limited' } };

  it('is limited for each user, to whatever number (F19-04)', async () => {
    const { who, id, phone } = await somebody();
    await sent(times(5, { userId: id, phone: '+31610888888' }));
    expect((await who.post('/profile/text-messages', { phone })).status).toBe(200);
    await ageCode(id, 31);
    expect(await who.post('/profile/text-messages', { phone: '+31610777777' })).toMatchObject(limited);
    await database().delete(sentText).where(eq(sentText.userId, id));
    await sent(times(20, { userId: id, phone: '+31610888888' }), 23 * 60);
    expect(await who.post('/profile/text-messages', { phone: '+31610777777' }), 'in a day').toMatchObject(limited);
  });

  it('is limited for each number, whoever asks', async () => {
    const [one, other] = [await somebody(), await somebody()];
    await sent(times(6, { userId: one.id, phone: other.phone }));
    expect(await other.who.post('/profile/text-messages', { phone: other.phone })).toMatchObject(limited);
    expect((await other.who.post('/profile/text-messages', { phone: '+31610666666' })).status).toBe(200);
  });

  it('is limited for the installation, and of requests at once each counts', async () => {
    const six = [];
    for (let each = 0; each < 6; each++) six.push(await somebody());
    await database().delete(sentText);
    await database().update(smsGateway).set({ hourlyLimit: 3 });
    const answers = await Promise.all(six.map(({ who, phone }) => who.post('/profile/text-messages', { phone })));
    const codes = answers.map(({ status, body }) => `${status} ${body.errorCode ?? ''}`.trim()).toSorted();
    expect(codes).toEqual(['200', '200', '200', ...Array.from({ length: 3 }, () => '429 text_messages_exhausted')]);
  });

  it('sends one code to a person who asks twice at once', async () => {
    const { who, phone } = await somebody();
    const ask = () => who.post('/profile/text-messages', { phone });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429]);
    expect(peer.messages.filter(({ to }) => to === phone)).toHaveLength(1);
  });
});

async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(bytes).toString('hex');
}
