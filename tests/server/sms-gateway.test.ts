// The SMS gateway of the installation: its settings, its token, and what a test message says.
import { desc } from 'drizzle-orm';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audit } from '#server/database/schema/audit.ts';
import { division } from '#server/database/schema/organizations.ts';
import { sentText, smsGateway } from '#server/database/schema/text-messages.ts';
import { session } from '#server/database/schema/users.ts';
import { shortText } from '#server/notifications/send-alert-text.ts';
import { gatewayBody, startSmsGateway, type SmsGatewayPeer } from '#tests/peers/sms-gateway-peer.ts';
import { administrator, startTestServer, type TestServer } from './harness.ts';
import { signedInTechnician } from './technician.ts';
import type { Visitor } from './visitor.ts';

const phone = '+31612345678';
let server: TestServer;
let admin: Visitor;
let peer: SmsGatewayPeer;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
});
afterAll(() => server.close());
beforeEach(async () => {
  peer = await startSmsGateway();
});
afterEach(async () => {
  await database().delete(smsGateway);
  await database().delete(sentText);
  await peer.close();
});

const database = () => server.services.database;
const stored = async () => (await database().select().from(smsGateway))[0];
const put = (more: object = {}) => admin.put('/division/sms-gateway', gatewayBody(peer, more));
const test = async (to = phone) => {
  const { status, body } = await admin.post('/division/sms-gateway-test', { to });
  return {
    status,
    code: body.errorCode,
    fields: body.fields,
    outcome: body.outcome as Record<string, unknown> | undefined,
  };
};

describe('the SMS gateway', () => {
  it('sends by a number or by a messaging service, in the documented shape', async () => {
    expect((await put()).body).toMatchObject({ gateway: { configured: true, authTokenSet: true, sender: 'NUMBER' } });
    const first = await test('+31 (6) 1234-5678');
    expect(first.outcome).toMatchObject({ ok: true, status: 'queued', address: '127.0.0.1' });
    expect(String(first.outcome?.['sid'])).toMatch(/^SM[0-9a-f]{32}$/);
    await put({ sender: 'SERVICE', fromNumber: undefined, messagingServiceSid: 'MG123' });
    expect((await test()).outcome).toMatchObject({ ok: true, status: 'accepted' });
    const body = 'Test message from Cairn: the SMS gateway works.';
    expect(peer.messages).toEqual([
      { to: phone, from: '+15005550006', body },
      { to: phone, from: 'MG123', body },
    ]);
    const [row] = await database().select().from(audit).orderBy(desc(audit.id)).limit(1);
    expect(row).toMatchObject({ action: 'SMS_GATEWAY_TESTED', summary: `Sent a test message to ${phone}` });
  });

  it('keeps its token sealed, and shows it in no reply and no audit row', async () => {
    const saved = await put();
    const row = await stored();
    expect(row?.authToken).not.toContain(peer.authToken);
    expect(server.services.secrets.open(row?.authToken ?? '')).toBe(peer.authToken);
    const tested = await test();
    const trail = await database().select().from(audit);
    for (const shown of [saved, await admin.get('/division/sms-gateway'), tested, trail])
      expect(JSON.stringify(shown)).not.toContain(peer.authToken);
  });

  it('keeps the stored token for the same address and account alone', async () => {
    await put();
    const kept = { authToken: undefined };
    expect((await put({ ...kept, hourlyLimit: 5 })).status).toBe(200);
    expect(server.services.secrets.open((await stored())?.authToken ?? '')).toBe(peer.authToken);
    for (const more of [{ baseUrl: 'https://evil.example.com' }, { accountSid: 'AC2' }])
      expect((await put({ ...kept, ...more })).body.fields).toHaveProperty('/authToken');
    expect(await stored()).toMatchObject({ baseUrl: peer.url, accountSid: peer.accountSid, hourlyLimit: 5 });
    expect((await put({ authToken: 'another' })).status).toBe(200);
    expect(server.services.secrets.open((await stored())?.authToken ?? '')).toBe('another');
  });

  it('asks administrators alone, and for their password', async () => {
    const dan = await signedInTechnician(server, admin, 'Dan', []);
    const answers = async (who: Visitor) =>
      Promise.all([
        who.put('/division/sms-gateway', gatewayBody(peer)),
        who.delete('/division/sms-gateway'),
        who.get('/division/sms-gateway'),
        who.post('/division/sms-gateway-test', { to: phone }),
      ]);
    expect((await answers(dan)).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    await database()
      .update(session)
      .set({ passwordAt: new Date(Date.now() - 3600_000) });
    server.services.sessions.forget();
    const [saved, removed] = await answers(admin);
    for (const answer of [saved, removed]) expect(answer?.body).toMatchObject({ errorCode: 'PASSWORD_REQUIRED' });
    expect(await stored()).toBeUndefined();
    await admin.post('/session/password', { password: administrator.password });
  });

  it('refuses wrong settings with words on their fields', async () => {
    const fields = async (more: object) => Object.keys((await put(more)).body.fields ?? {});
    expect(await fields({ baseUrl: 'https://user:pw@sms.example.com' })).toEqual(['/baseUrl']);
    expect(await fields({ baseUrl: 'ftp://sms.example.com' })).toEqual(['/baseUrl']);
    expect(await fields({ accountSid: 'AC1/../AC2' })).toEqual(['/accountSid']);
    expect(await fields({ fromNumber: 'a name that is too long' })).toEqual(['/fromNumber']);
    expect(await fields({ sender: 'SERVICE' })).toEqual(['/messagingServiceSid']);
    expect(await fields({ hourlyLimit: 0 })).toEqual(['/hourlyLimit']);
    expect(await fields({ authToken: undefined })).toEqual(['/authToken']);
    expect(await stored()).toBeUndefined();
  });

  it('is removed, after which nothing is sent', async () => {
    await put();
    expect((await admin.delete('/division/sms-gateway')).status).toBe(200);
    expect((await admin.get('/division/sms-gateway')).body).toMatchObject({ configured: false, authTokenSet: false });
    expect(await test()).toMatchObject({ status: 409, code: 'sms_gateway_missing' });
    expect((await admin.delete('/division/sms-gateway')).status).toBe(404);
  });
});

describe('a test message', () => {
  it('says what the gateway refuses, with its code', async () => {
    await put({ authToken: 'wrong' });
    expect((await test()).outcome).toMatchObject({
      ok: false,
      sid: null,
      message: 'The gateway refused the message: “Authenticate” (code 20003).',
    });
    await put();
    peer.unknown.add(phone);
    expect(String((await test()).outcome?.['message'])).toContain('is not a valid phone number.” (code 21211)');
  });

  it('refuses what is no phone number', async () => {
    await put();
    for (const to of ['0612345678', '+0612345678', 'ada', '+31 6', `+3161234567${'8'.repeat(10)}`])
      expect(await test(to), to).toMatchObject({ status: 400, fields: { '/to': 'Invalid phone number' } });
    expect(peer.messages).toEqual([]);
  });

  it('reads nothing but the documented answer, follows no redirect, and reads at most 16 KB', async () => {
    await put();
    const said = async (answer: SmsGatewayPeer['answer']) => {
      peer.answer = answer;
      const { outcome } = await test();
      return { ok: outcome?.['ok'], message: String(outcome?.['message']) };
    };
    const no = 'The gateway took the request but did not answer with a message.';
    const taken = { sid: 'SM1', status: 'queued' };
    expect(await said({ status: 201, body: 'fine' })).toEqual({ ok: false, message: no });
    expect(await said({ status: 200, body: '{"sid":7}' })).toEqual({ ok: false, message: no });
    expect(await said({ status: 201, body: JSON.stringify({ ...taken, more: 'x'.repeat(20_000) }) })).toEqual({
      ok: false,
      message: no,
    });
    const other = await startSmsGateway();
    const location = `${other.url}/2010-04-01/Accounts/${peer.accountSid}/Messages.json`;
    expect(await said({ status: 307, body: '', headers: { location } })).toEqual({
      ok: false,
      message: 'The gateway answered 307, a redirect, which Cairn does not follow.',
    });
    await other.close();
    const failed = { ...taken, status: 'failed', error_code: 30003, error_message: 'Unreachable handset' };
    expect(await said({ status: 201, body: JSON.stringify(failed) })).toEqual({
      ok: false,
      message: 'The gateway could not send the message: “Unreachable handset” (code 30003).',
    });
    expect(await said({ status: 503, body: '<html>' })).toEqual({ ok: false, message: 'The gateway answered 503.' });
  });

  it('says that the gateway is away, and waits ten seconds at most', async () => {
    await put();
    await peer.close();
    expect(String((await test()).outcome?.['message'])).toMatch(/^The gateway could not be reached\./);
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    await put({ baseUrl: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` });
    const { outcome } = await test();
    expect(outcome).toMatchObject({
      ok: false,
      message: 'The gateway could not be reached. No answer within 10 seconds.',
    });
    expect(Number(outcome?.['milliseconds'])).toBeLessThan(12_000);
    silent.close();
  });

  it('reaches the addresses that deliveries may reach, and no others', async () => {
    await put();
    await database().update(division).set({ allowOwnAddresses: false });
    const { outcome } = await test();
    await database().update(division).set({ allowOwnAddresses: true });
    expect(outcome).toMatchObject({ ok: false });
    expect(String(outcome?.['message'])).toContain('“Allow this server’s own addresses” is off');
    expect(peer.messages).toEqual([]);
  });

  it('counts against the limit of an hour', async () => {
    await put({ hourlyLimit: 2 });
    expect([(await test()).status, (await test()).status, (await test()).status]).toEqual([200, 200, 429]);
    expect(peer.messages).toHaveLength(2);
    await database()
      .update(sentText)
      .set({ createdAt: new Date(Date.now() - 3601_000) });
    expect((await test()).status).toBe(200);
  });
});

describe('a notification channel of text messages', () => {
  const add = async (more: object = {}) => {
    const body = { channelType: 'SMS', name: `On duty ${Date.now()}`, phones: [{ phone }], ...more };
    const answer = await admin.post('/notificationchannel', body);
    return { ...answer, id: Number(answer.body.channel?.id) };
  };
  const tested = async (id: number) => {
    await admin.post(`/notificationchannel/${id}/test`);
    const { body } = await admin.get(`/notificationchannel/${id}/delivery`);
    return body.items as unknown as Record<string, unknown>[];
  };

  it('sends each number the subject, and keeps a log', async () => {
    await put();
    const { id, body } = await add({
      name: 'On duty',
      phones: [{ phone: '+31 6 1234 5678' }, { phone: '+31687654321' }],
    });
    expect(body.channel).toMatchObject({ recipients: [], phones: [{ phone }, { phone: '+31687654321' }] });
    const log = await tested(id);
    expect(log.map(({ recipient, state }) => `${String(recipient)} ${String(state)}`).toSorted()).toEqual([
      `${phone} delivered`,
      '+31687654321 delivered',
    ]);
    expect(peer.messages.map(({ body: text }) => text)).toEqual([
      'Test of the notification channel On duty',
      'Test of the notification channel On duty',
    ]);
  });

  it('says in its log what went wrong, and tries again later', async () => {
    await put({ hourlyLimit: 1 });
    const { id } = await add();
    peer.answer = {
      status: 400,
      body: JSON.stringify({ code: 21610, message: 'Attempt to send to unsubscribed recipient' }),
    };
    const error = 'The gateway refused the message: “Attempt to send to unsubscribed recipient” (code 21610).';
    expect(await tested(id)).toMatchObject([{ state: 'pending', error }]);
    peer.answer = undefined;
    expect((await tested(id))[0]).toMatchObject({
      state: 'pending',
      error: expect.stringContaining('as it may in an hour'),
    });
    await database().delete(smsGateway);
    expect((await tested(id))[0]).toMatchObject({ error: expect.stringContaining('No SMS gateway is set up') });
    expect(peer.messages).toEqual([]);
  });

  it('takes phone numbers alone, and at least one', async () => {
    const fields = async (phones: unknown) => (await add({ phones })).body.fields;
    expect(await fields([{ phone: '0612345678' }])).toEqual({ '/phones/0/phone': 'Invalid phone number' });
    expect(await fields([])).toEqual({ '/phones': 'At least one is required' });
  });

  it('cuts a long subject to two segments', () => {
    expect(shortText('Shop is \n down')).toBe('Shop is down');
    expect(shortText('x'.repeat(306))).toHaveLength(306);
    expect(shortText('x'.repeat(307))).toBe(`${'x'.repeat(303)}...`);
    expect(shortText('ж'.repeat(134))).toHaveLength(134);
    expect(shortText('ж'.repeat(135))).toBe(`${'ж'.repeat(131)}...`);
    expect(shortText(`${'ж'.repeat(130)}😀${'ж'.repeat(20)}`)).toBe(`${'ж'.repeat(130)}...`);
    // These take an escape in the 7-bit alphabet, so they count as others.
    for (const escaped of '{[\\]^~|') expect(shortText(escaped.repeat(200)), escaped).toHaveLength(134);
  });
});
