import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hookPeer, isSigned, mailPeer, type HookPeer, type MailPeer } from '#tests/fixtures/receivers.ts';
import { startTestServer, type TestServer } from '#tests/server/harness.ts';
import { signedInTechnician } from '#tests/server/technician.ts';
import type { Json, Visitor } from '#tests/server/visitor.ts';
import { cleanUp } from '../database/clean-up.ts';
import { notificationChannel, notificationDelivery } from '../database/schema/notifications.ts';

let server: TestServer;
let admin: Visitor;
let mail: MailPeer;
let hook: HookPeer;
beforeAll(async () => {
  [mail, hook] = await Promise.all([mailPeer(), hookPeer()]);
  server = await startTestServer({ settings: { mail: { url: mail.url, from: 'Cairn <cairn@example.com>' } } });
  admin = await server.signInAsAdmin();
});
afterAll(() => Promise.all([mail.close(), hook.close()]));
beforeEach(() => {
  mail.received.length = 0;
  mail.refused.clear();
  hook.requests.length = 0;
  Object.assign(hook.answer, { status: 200, body: '' });
});
// What still waits would be tried again while other tests look.
afterEach(() => server.services.database.delete(notificationChannel));

let count = 0;
const email = (more: object = {}) => ({
  name: `Mail ${(count += 1)}`,
  channelType: 'EMAIL',
  recipients: [{ email: 'a@example.com' }],
  ...more,
});
const chat = (more: object = {}) => ({ name: `Chat ${(count += 1)}`, channelType: 'WEBHOOK', url: hook.url, ...more });
async function add(body: object): Promise<{ id: number; secret: string }> {
  const answer = await admin.post('/notificationchannel', body);
  expect(answer.status).toBe(200);
  return { id: Number(answer.body.channel?.id), secret: String(answer.body.secret) };
}
const log = async (id: number) => (await admin.get(`/notificationchannel/${id}/delivery`)).body;
const test = async (id: number) =>
  (await admin.post(`/notificationchannel/${id}/test`)).body.deliveries as unknown as Json[];

describe('a notification channel', () => {
  it('is added, read, changed and removed, and every change is in the audit trail', async () => {
    const { id } = await add(email({ name: ' Desk ', recipients: [{ email: 'b@example.com' }] }));
    const shown = { id, name: 'Desk', channelType: 'EMAIL', enabled: true, recipients: [{ email: 'b@example.com' }] };
    expect((await admin.get(`/notificationchannel/${id}`)).body).toMatchObject({ ...shown, url: null });
    await admin.put(`/notificationchannel/${id}`, email({ name: 'Night desk', enabled: false }));
    expect((await admin.get('/notificationchannel')).body).toMatchObject([{ id, name: 'Night desk', enabled: false }]);
    expect((await admin.delete(`/notificationchannel/${id}`)).status).toBe(200);
    expect((await admin.get(`/notificationchannel/${id}`)).status).toBe(404);
    const { items } = (await admin.get(`/activity?entityType=NOTIFICATION_CHANNEL&entityId=${id}`)).body;
    expect((items as unknown as Json[]).map(({ action }) => action)).toEqual([
      'NOTIFICATION_CHANNEL_DELETED',
      'NOTIFICATION_CHANNEL_UPDATED',
      'NOTIFICATION_CHANNEL_CREATED',
    ]);
  });

  it('is refused with words on its fields', async () => {
    const post = async (body: object) => (await admin.post('/notificationchannel', body)).body.fields;
    expect(await post(email({ name: ' ', recipients: [] }))).toEqual({
      '/name': 'Required',
      '/recipients': 'At least one is required',
    });
    expect(await post(email({ recipients: [{ email: 'a@example.com' }, { email: 'nobody' }] }))).toHaveProperty(
      '/recipients/1/email',
    );
    expect(await post(email({ recipients: [{ email: 'a@example.com' }, { email: 'A@example.com' }] }))).toHaveProperty(
      '/recipients/1/email',
    );
    expect(await post(chat({ url: 'http://user:pw@example.com/' }))).toHaveProperty('/url');
    const { id } = await add(email({ name: 'Twice' }));
    expect(await post(chat({ name: 'tWICE' }))).toEqual({ '/name': 'Another channel has this name.' });
    expect((await admin.put(`/notificationchannel/${id}`, chat())).body.fields).toHaveProperty('/channelType');
    await admin.delete(`/notificationchannel/${id}`);
  });

  it('keeps what it does while nobody acknowledges, until null ends it (A3)', async () => {
    const { id: second } = await add(chat());
    const { id } = await add(email({ repeatMinutes: 5, escalateMinutes: 1440, escalateChannelId: second }));
    const stored = async () => (await admin.get(`/notificationchannel/${id}`)).body;
    const rules = { repeatMinutes: 5, escalateMinutes: 1440, escalateChannelId: second };
    expect(await stored()).toMatchObject(rules);
    await admin.put(`/notificationchannel/${id}`, email({ enabled: false }));
    expect(await stored()).toMatchObject({ ...rules, enabled: false });
    await admin.put(`/notificationchannel/${id}`, email({ repeatMinutes: null }));
    expect(await stored()).toMatchObject({ ...rules, repeatMinutes: null });
    await admin.delete(`/notificationchannel/${second}`);
    expect(await stored()).toMatchObject({ escalateMinutes: null, escalateChannelId: null });
    expect((await admin.put(`/notificationchannel/${id}`, email())).status).toBe(200);
  });

  it.each<[string, object, object]>([
    ['repeats too often', { repeatMinutes: 4 }, { '/repeatMinutes': 'Must be between 5 and 1440' }],
    ['repeats too seldom', { repeatMinutes: 1441 }, { '/repeatMinutes': 'Must be between 5 and 1440' }],
    [
      'escalates too soon',
      { escalateMinutes: 4, escalateChannelId: 'other' },
      { '/escalateMinutes': 'Must be between 5 and 1440' },
    ],
    [
      'escalates too late',
      { escalateMinutes: 1441, escalateChannelId: 'other' },
      { '/escalateMinutes': 'Must be between 5 and 1440' },
    ],
    ['escalates to none', { escalateMinutes: 15 }, { '/escalateChannelId': 'Choose a channel' }],
    ['never escalates', { escalateChannelId: 'other' }, { '/escalateMinutes': 'Say after how many minutes' }],
    [
      'escalates to a channel that is gone',
      { escalateMinutes: 15, escalateChannelId: 2_000_000_000 },
      { '/escalateChannelId': 'This channel is gone. Choose another.' },
    ],
    [
      'escalates to itself',
      { escalateMinutes: 15, escalateChannelId: 'itself' },
      { '/escalateChannelId': 'Choose another channel than this one.' },
    ],
  ])('is refused when it %s (A3)', async (_, rules, fields) => {
    const places: Record<string, number> = { other: (await add(chat())).id, itself: (await add(email())).id };
    const given = Object.fromEntries(Object.entries(rules).map(([name, value]) => [name, places[value] ?? value]));
    const { status, body } = await admin.put(`/notificationchannel/${places['itself']}`, email(given));
    expect([status, body.fields]).toEqual([400, fields]);
    const { body: read } = await admin.get(`/notificationchannel/${places['itself']}`);
    expect(read).toMatchObject({ repeatMinutes: null, escalateMinutes: null, escalateChannelId: null });
    if (given['escalateChannelId'] === places['itself']) return;
    expect((await admin.post('/notificationchannel', email(given))).body.fields).toEqual(fields);
  });

  it('is for administrators, and its name alone for who edits monitors (C02-20)', async () => {
    const { id } = await add(chat({ name: 'Secret place' }));
    const grace = await signedInTechnician(server, admin, 'Grace', ['ORGANIZATION:View', 'NODE:View']);
    for (const path of ['', `/${id}`, `/${id}/delivery`, `/${id}/condition`])
      expect((await grace.get(`/notificationchannel${path}`)).status).toBe(403);
    const choices = (await grace.get('/notificationchannel/choice')).body as unknown as Json[];
    expect(choices).toEqual([{ id, name: 'Secret place', channelType: 'WEBHOOK', enabled: true }]);
    await admin.delete(`/notificationchannel/${id}`);
  });
});

describe('a test', () => {
  it('of a webhook is signed with the secret that is told once, and shows what came back', async () => {
    const { id, secret } = await add(chat());
    expect(JSON.stringify((await admin.get('/notificationchannel')).body)).not.toContain(secret);
    hook.answer.body = 'taken, thank you';
    expect(await test(id)).toMatchObject([
      { event: 'test', state: 'delivered', status: 200, answer: 'taken, thank you', attempts: 1, recipient: null },
    ]);
    const [request] = hook.requests;
    expect(request && isSigned(request, secret)).toBe(true);
    expect(request && isSigned({ ...request, body: `${request.body} ` }, secret)).toBe(false);
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ event: 'test', data: { channel: { id } } });
    Object.assign(hook.answer, { status: 500, body: 'out\0of order' });
    expect(await test(id)).toMatchObject([
      { state: 'pending', status: 500, error: 'The receiver answered 500.', answer: 'out of order' },
    ]);
  });

  it('of e-mail goes to each recipient alone, and tells of each what the mail server said', async () => {
    const { id } = await add(email({ recipients: [{ email: 'a@example.com' }, { email: 'b@example.com' }] }));
    mail.refused.set('b@example.com', 'no such mailbox');
    // Mail of another test, such as an invitation, may still be on its way.
    const tests = () => mail.received.filter(({ text }) => text.includes('Subject: Test of'));
    expect(await test(id)).toMatchObject([
      { recipient: 'a@example.com', state: 'delivered', answer: expect.stringContaining('kept as 7'), error: null },
      { recipient: 'b@example.com', state: 'pending', error: expect.stringContaining('no such mailbox') },
    ]);
    expect(tests()).toMatchObject([
      { to: ['a@example.com'], text: expect.stringContaining('Subject: Test of the notification channel Mail') },
    ]);
    // The refused one is tried again alone.
    mail.refused.clear();
    await server.services.notifications.deliverDue(new Date(Date.now() + 11_000));
    expect(tests().map(({ to }) => to)).toEqual([['a@example.com'], ['b@example.com']]);
    expect((await log(id)).items).toMatchObject([{ attempts: 2, state: 'delivered' }, { attempts: 1 }]);
  });

  it('reaches no cloud metadata', async () => {
    const { id } = await add(chat({ url: 'http://169.254.169.254/latest' }));
    expect(await test(id)).toMatchObject([{ status: null, error: expect.stringContaining('169.254.169.254') }]);
  });
});

describe('a delivery that fails', () => {
  const failing = async () => {
    const { id } = await add(chat());
    hook.answer.status = 503;
    const [first] = await test(id);
    return { id, first };
  };
  const hour = (number: number) => new Date(Date.now() + number * 4000_000);

  it('is tried again later and later, then given up, and can be sent again', async () => {
    const { id, first } = await failing();
    const next = new Date(String(first?.nextAttemptAt)).getTime() - Date.now();
    expect(next).toBeGreaterThan(5000);
    expect(next).toBeLessThan(11_000);
    for (let attempt = 1; attempt <= 11; attempt++) await server.services.notifications.deliverDue(hour(attempt));
    expect((await log(id)).items).toMatchObject([{ state: 'failed', attempts: 12, nextAttemptAt: null }]);
    hook.answer.status = 204;
    const again = `/notificationchannel/${id}/delivery/${String(first?.id)}/again`;
    expect((await admin.post(again)).body.delivery).toMatchObject({ state: 'pending', attempts: 0 });
    await expect.poll(async () => (await log(id)).items?.[0]?.state, { timeout: 30_000 }).toBe('delivered');
    const ids = hook.requests.map(({ headers }) => headers['cairn-delivery']);
    expect(new Set(ids).size).toBe(1);
    const { id: other } = await add(chat());
    expect((await admin.post(again.replace(`/${id}/`, `/${other}/`))).status).toBe(404);
  });

  it('is tried again by itself when it is due, and not only with the next minute', async () => {
    const { id } = await failing();
    hook.answer.status = 200;
    const begun = Date.now();
    await expect
      .poll(async () => (await log(id)).items?.[0]?.state, { timeout: 30_000, interval: 200 })
      .toBe('delivered');
    expect(Date.now() - begun).toBeGreaterThan(8000);
  });

  it('is sent once by several processes at a time', async () => {
    const { id } = await failing();
    hook.answer.status = 200;
    hook.requests.length = 0;
    const { notifications } = server.services;
    const later = new Date(Date.now() + 20_000);
    const sent = await Promise.all([1, 2, 3].map(() => notifications.deliverDue(later)));
    expect(sent.reduce((sum, each) => sum + each)).toBe(1);
    expect(hook.requests).toHaveLength(1);
    expect((await log(id)).total).toBe(1);
  });

  it('is given up when its channel is turned off', async () => {
    const { id } = await failing();
    const { body } = await admin.get(`/notificationchannel/${id}`);
    await admin.put(`/notificationchannel/${id}`, chat({ name: body.name, enabled: false }));
    expect((await log(id)).items).toMatchObject([{ state: 'failed', error: 'Turned off before it was sent.' }]);
  });

  it('leaves the log after thirty days', async () => {
    const { id } = await failing();
    const { database } = server.services;
    const day = (number: number) => new Date(Date.now() + number * 24 * 3600_000);
    await database.update(notificationDelivery).set({ state: 'failed' }).where(eq(notificationDelivery.channelId, id));
    await cleanUp(database, day(29));
    expect((await log(id)).total).toBe(1);
    await cleanUp(database, day(31));
    expect(await database.$count(notificationDelivery, eq(notificationDelivery.channelId, id))).toBe(0);
  });
});
