import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailOutbox } from '#server/database/schema/deliveries.ts';
import { webhookDelivery } from '#server/database/schema/webhooks.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { startTestServer, type TestServer } from './harness.ts';
import type { Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
});
afterAll(() => server.close());

describe('outgoing mail', () => {
  let smtp: SMTPServer;
  let received: string[] = [];
  let failures = 0;
  const url = () => `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  beforeAll(async () => {
    smtp = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData(stream, _session, done) {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
        stream.on('end', () => {
          if (failures-- > 0) return done(new Error('mailbox busy'));
          received.push(text);
          done();
        });
      },
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise<void>((resolve) => smtp.close(resolve)));

  const mailer = () => {
    const { database, secrets } = server.services;
    return createMailer({
      database,
      secrets,
      mail: { url: url(), from: 'Cairn <cairn@example.com>' },
      warn: () => undefined,
    });
  };
  const letter = {
    to: 'bob@example.com',
    subject: 'Hello',
    text: 'the link is https://cairn.example.com/#/activation?token=secret',
  };

  it('leaves once, is sealed until then and gone afterwards', async () => {
    received = [];
    const { database } = server.services;
    const own = mailer();
    await own.queue(database, letter, new Date());
    const [waiting] = await database.select().from(mailOutbox);
    expect(waiting?.body).not.toContain('secret');
    const sent = await Promise.all([own.deliverDue(), own.deliverDue(), own.deliverDue()]);
    expect(sent.reduce((sum, each) => sum + each, 0)).toBe(1);
    expect(received).toHaveLength(1);
    expect(received[0]).toContain('Subject: Hello');
    expect((await database.select().from(mailOutbox))[0]).toMatchObject({
      body: '',
      state: 'delivered',
      deliveredAt: expect.any(Date),
      answer: expect.stringContaining('250'),
    });
    own.close();
  });

  it('is tried again later and later, then given up', async () => {
    const { database } = server.services;
    await database.delete(mailOutbox);
    received = [];
    failures = 2;
    const own = mailer();
    const start = new Date();
    await own.queue(database, letter, start);
    const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
    expect(await own.deliverDue(at(0))).toBe(0);
    expect((await database.select().from(mailOutbox))[0]).toMatchObject({
      attempts: 1,
      error: expect.stringContaining('mailbox busy'),
    });
    expect(await own.deliverDue(at(9))).toBe(0);
    expect(await own.deliverDue(at(11))).toBe(0);
    expect(await own.deliverDue(at(30))).toBe(0);
    expect(await own.deliverDue(at(32))).toBe(1);
    failures = 100;
    await own.queue(database, letter, start);
    for (let hour = 1; hour <= 12; hour++) await own.deliverDue(at(hour * 4000));
    expect(await database.select().from(mailOutbox).where(eq(mailOutbox.state, 'failed'))).toMatchObject([
      { attempts: 12, body: '' },
    ]);
    own.close();
  });

  it('is not queued when its transaction fails', async () => {
    const { database } = server.services;
    await database.delete(mailOutbox);
    const own = mailer();
    await database
      .transaction(async (tx) => {
        await own.queue(tx, letter, new Date());
        tx.rollback();
      })
      .catch(() => undefined);
    expect(await database.select().from(mailOutbox)).toHaveLength(0);
    own.close();
  });
});

describe('webhooks', () => {
  let receiver: Server;
  let requests: { headers: Record<string, string | string[] | undefined>; body: string }[] = [];
  let status = 200;
  const url = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        requests.push({ headers: request.headers, body });
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise<void>((resolve) => receiver.close(() => resolve())));

  const hook = (more: object = {}) => ({ name: 'Chat', url: url(), events: ['organization.changed'], ...more });

  it('are signed with a secret that is told once', async () => {
    const added = await admin.post('/webhook', hook());
    const secret = String(added.body.secret);
    const id = Number(added.body.webhook?.id);
    expect(JSON.stringify((await admin.get('/webhook')).body)).not.toContain(secret);
    requests = [];
    const tested = await admin.post(`/webhook/${id}/test`);
    expect(tested.body.delivery).toMatchObject({ event: 'test', state: 'delivered', status: 200, attempts: 1 });
    const [request] = requests;
    const timestamp = String(request?.headers['cairn-timestamp']);
    const signature = createHmac('sha256', secret).update(`${timestamp}.${request?.body}`).digest('hex');
    expect(request?.headers).toMatchObject({ 'cairn-event': 'test', 'cairn-signature': `v1=${signature}` });
    await admin.delete(`/webhook/${id}`);
  });

  it('tell of an organization once it is saved, and of nothing they did not ask for', async () => {
    const id = Number((await admin.post('/webhook', hook())).body.webhook?.id);
    const quiet = Number(
      (await admin.post('/webhook', hook({ name: 'Quiet', events: ['alert.raised'] }))).body.webhook?.id,
    );
    requests = [];
    const added = await admin.post('/client', { name: 'Told', locations: [] });
    await expect.poll(() => requests.length, { timeout: 30_000 }).toBe(1);
    expect(JSON.parse(requests[0]?.body ?? '{}')).toMatchObject({
      event: 'organization.changed',
      data: { id: Number(added.body.client?.id), name: 'Told', change: 'added' },
    });
    await expect
      .poll(async () => ((await admin.get(`/webhook/${id}/delivery`)).body as never as { state: string }[])[0]?.state)
      .toBe('delivered');
    expect((await admin.get(`/webhook/${quiet}/delivery`)).body).toEqual([]);
    for (const each of [id, quiet]) await admin.delete(`/webhook/${each}`);
  });

  it('are tried again after a failure, then given up, and never follow a redirect', async () => {
    const { webhooks, database } = server.services;
    const id = Number((await admin.post('/webhook', hook())).body.webhook?.id);
    status = 302;
    const tested = await admin.post(`/webhook/${id}/test`);
    expect(tested.body.delivery).toMatchObject({
      state: 'pending',
      status: 302,
      attempts: 1,
      error: 'The receiver answered 302.',
    });
    for (let hour = 1; hour <= 11; hour++) await webhooks.deliverDue(new Date(Date.now() + hour * 4000_000));
    expect((await database.select().from(webhookDelivery).where(eq(webhookDelivery.webhookId, id)))[0]).toMatchObject({
      state: 'failed',
      attempts: 12,
    });
    status = 200;
    await admin.delete(`/webhook/${id}`);
  });

  it('are sent no more of what still waits once they are turned off', async () => {
    const id = Number((await admin.post('/webhook', hook())).body.webhook?.id);
    status = 503;
    await admin.post(`/webhook/${id}/test`);
    status = 200;
    await admin.put(`/webhook/${id}`, hook({ enabled: false }));
    expect((await admin.get(`/webhook/${id}/delivery`)).body).toMatchObject([
      { state: 'failed', error: 'Turned off before it was sent.', nextAttemptAt: null },
    ]);
    await admin.delete(`/webhook/${id}`);
  });

  it('reach no cloud metadata, and no address of this server when that is off', async () => {
    const id = Number((await admin.post('/webhook', hook({ url: 'http://169.254.169.254/latest' }))).body.webhook?.id);
    expect((await admin.post(`/webhook/${id}/test`)).body.delivery).toMatchObject({
      state: 'pending',
      status: null,
      error: expect.stringContaining('169.254.169.254'),
    });
    await admin.put('/division', { allowOwnAddresses: false });
    await admin.put(`/webhook/${id}`, hook());
    requests = [];
    expect((await admin.post(`/webhook/${id}/test`)).body.delivery).toMatchObject({
      status: null,
      error: expect.stringContaining('Allow this server’s own addresses'),
    });
    expect(requests).toHaveLength(0);
    await admin.put('/division', { allowOwnAddresses: true });
    await admin.delete(`/webhook/${id}`);
  });

  it('are refused with words on their fields', async () => {
    const answer = await admin.post('/webhook', { name: '', url: 'ftp://example.com', events: [] });
    expect(answer.body.fields).toEqual({
      '/name': 'Required',
      '/url': 'Please enter a valid URL',
      '/events': 'At least one is required',
    });
    expect((await admin.post('/webhook', hook({ url: 'http://user:pw@example.com/' }))).body.fields).toHaveProperty(
      '/url',
    );
    expect((await admin.delete('/webhook/999999')).status).toBe(404);
    expect((await admin.get('/webhook/999999/delivery')).status).toBe(404);
  });
});
