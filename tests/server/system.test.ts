import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit, auditHead, draft, mailOutbox, webhookDelivery } from '#server/database/schema/core.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { administrator, startTestServer, type TestServer } from './harness.ts';
import { visitor, type Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
}, 60_000);
afterAll(() => server.close());

describe('drafts', () => {
  const body = (more: object = {}) => ({
    flow: 'organization',
    title: 'Add an organization',
    state: 'editing.details',
    screenVersions: { details: 'abc' },
    snapshot: { value: 'editing', context: { answers: { details: { name: 'Half' } } } },
    revision: 1,
    ...more,
  });

  it('are kept, read back whole, listed without their contents, and dropped', async () => {
    const id = randomUUID();
    const snapshot = { value: 'editing', context: { answers: { details: { name: 'Lone \ud83d surrogate' } } }, z: 1, a: [null, 1.5] };
    expect((await admin.put(`/draft/${id}`, body({ snapshot, subject: '7' }))).body).toMatchObject({ resultCode: 'SUCCESS', revision: 1 });
    expect((await admin.get(`/draft/${id}`)).body).toMatchObject({ id, flow: 'organization', subject: '7', snapshot, revision: 1 });
    const list = (await admin.get('/draft?flow=organization&subject=7')).body as never as object[];
    expect(list).toHaveLength(1);
    expect(list[0]).not.toHaveProperty('snapshot');
    expect((await admin.get('/draft?flow=cloud-monitor')).body).toEqual([]);
    expect((await admin.delete(`/draft/${id}`)).status).toBe(200);
    expect((await admin.delete(`/draft/${id}`)).status, 'gone already is no error').toBe(200);
    expect((await admin.get(`/draft/${id}`)).status).toBe(404);
  });

  it('take only a newer revision, and answer with the stored one', async () => {
    const id = randomUUID();
    await admin.put(`/draft/${id}`, body({ revision: 5 }));
    for (const revision of [5, 4]) {
      expect((await admin.put(`/draft/${id}`, body({ revision, title: 'Older' }))).body).toMatchObject({ resultCode: 'SUCCESS', revision: 5 });
    }
    expect((await admin.get(`/draft/${id}`)).body).toMatchObject({ title: 'Add an organization' });
    expect((await admin.put(`/draft/${id}`, body({ revision: 6, title: 'Newer' }))).body).toMatchObject({ revision: 6 });
    expect((await admin.put(`/draft/${id}`, body({ revision: 9, flow: 'cloud-monitor' }))).body).toMatchObject({ errorCode: 'conflict' });
  });

  it('are not brought back by a late save', async () => {
    const id = randomUUID();
    await admin.put(`/draft/${id}`, body());
    await admin.delete(`/draft/${id}`);
    expect((await admin.put(`/draft/${id}`, body({ revision: 2 }))).body).toMatchObject({ errorCode: 'conflict' });
    const [row] = await server.services.database.select().from(draft).where(eq(draft.id, id));
    expect(row?.snapshot).toBeNull();
  });

  it('belong to their user: the same id of another is another draft', async () => {
    const added = await admin.post('/appuser', { firstName: 'Eve', lastName: 'Other', email: 'eve@example.com' });
    const eve = visitor(server.url);
    await eve.post('/activation', { token: String(added.body.activationLink).split('token=')[1], password: 'acht gele zwanen' });
    const id = randomUUID();
    await admin.put(`/draft/${id}`, body());
    expect((await eve.get(`/draft/${id}`)).status).toBe(404);
    expect((await eve.put(`/draft/${id}`, body({ title: 'Eve’s' }))).status).toBe(200);
    expect((await admin.get(`/draft/${id}`)).body).toMatchObject({ title: 'Add an organization' });
  });

  it('hold no secret, no unknown flow, and not too much', async () => {
    const { screens } = server.services;
    const secret = screens.flows().flatMap((flow) => screens.screens(flow).flatMap((screen) => screens.get(flow, screen).secrets.map((pointer) => ({ flow, screen, pointer }))))
      .find(({ pointer }) => pointer.split('/').length === 2);
    expect(secret, 'a flow with a secret field').toBeDefined();
    const answers = { [secret?.screen ?? '']: { [secret?.pointer.slice(1) ?? '']: 'hunter2' } };
    const held = await admin.put(`/draft/${randomUUID()}`, body({ flow: secret?.flow, snapshot: { context: { answers } } }));
    expect(held).toMatchObject({ status: 400, body: { fields: { '/snapshot': expect.stringContaining('secret') } } });
    expect((await admin.put(`/draft/${randomUUID()}`, body({ flow: 'no-such-flow' }))).body.fields).toHaveProperty('/flow');
    const large = await admin.put(`/draft/${randomUUID()}`, body({ snapshot: { text: 'x'.repeat(256 * 1024) } }));
    expect(large).toMatchObject({ status: 413, body: { errorCode: 'payload_too_large' } });
  });

  it('expire, and are two hundred at most', async () => {
    const id = randomUUID();
    await admin.put(`/draft/${id}`, body());
    await server.services.database.update(draft).set({ expiresAt: new Date(Date.now() - 1000) }).where(eq(draft.id, id));
    expect((await admin.get(`/draft/${id}`)).status).toBe(404);
    const ids = Array.from({ length: 201 }, () => randomUUID());
    for (const each of ids) await admin.put(`/draft/${each}`, body());
    expect((await admin.get('/draft')).body).toHaveLength(200);
    expect((await admin.get(`/draft/${ids[0]}`)).status, 'the one left alone longest').toBe(404);
    expect((await admin.get(`/draft/${ids[200]}`)).status).toBe(200);
  }, 60_000);
});

describe('the audit trail', () => {
  it('holds a row for each change, in an unbroken chain, also when they come at once', async () => {
    const before = Number((await admin.get('/activity/verify')).body.rows);
    await Promise.all(Array.from({ length: 12 }, (_, index) => admin.post('/client', { name: `Audited ${index}`, locations: [] })));
    expect((await admin.get('/activity/verify')).body).toEqual({ rows: before + 12, intact: true, firstBrokenId: null });
    const { body } = await admin.get('/activity?entityType=ORGANIZATION&search=audited&limit=5');
    expect(body).toMatchObject({ total: 12 });
    expect(body.items).toHaveLength(5);
    expect(body.items?.[0]).toMatchObject({ actorName: 'Ada Byron', action: 'ORGANIZATION_CREATED', entityType: 'ORGANIZATION' });
  });

  it('holds nothing of what was refused', async () => {
    const before = (await admin.get('/activity/verify')).body.rows;
    await admin.post('/client', { name: 'Audited 1', locations: [] });
    expect((await admin.get('/activity/verify')).body.rows).toBe(before);
  });

  it('says where it was altered, cut in the middle, or cut off at the end', async () => {
    const { database } = server.services;
    const tampered = async (work: (tx: Parameters<Parameters<typeof database.transaction>[0]>[0]) => Promise<unknown>) => {
      const { verifyChain } = await import('#server/audit/chain.ts');
      let found;
      await database
        .transaction(async (tx) => {
          await work(tx);
          found = await verifyChain(tx);
          tx.rollback();
        })
        .catch(() => undefined);
      return found;
    };
    const [head] = await database.select().from(auditHead);
    const last = head?.lastId ?? 0;
    expect(await tampered((tx) => tx.update(audit).set({ summary: 'Nothing happened' }).where(eq(audit.id, 3)))).toMatchObject({ intact: false, firstBrokenId: 3 });
    expect(await tampered((tx) => tx.update(audit).set({ detail: { name: 'other' } }).where(eq(audit.id, last)))).toMatchObject({ intact: false, firstBrokenId: last });
    expect(await tampered((tx) => tx.delete(audit).where(eq(audit.id, 5)))).toMatchObject({ intact: false, firstBrokenId: 6 });
    expect(await tampered((tx) => tx.delete(audit).where(eq(audit.id, last)))).toMatchObject({ intact: false, firstBrokenId: last });
    expect((await admin.get('/activity/verify')).body).toMatchObject({ intact: true });
  });

  it('never holds a password', async () => {
    const rows = await server.services.database.select().from(audit);
    expect(JSON.stringify(rows)).not.toContain(administrator.password);
  });
});

describe('general settings', () => {
  it('change what they name', async () => {
    expect((await admin.put('/division', { timeZoneId: 'Europe/Amsterdam', allowPrivateTargets: true })).body.division).toMatchObject({ name: 'Cairn Works', timeZoneId: 'Europe/Amsterdam', mailConfigured: false });
    expect((await admin.put('/division', { name: '', timeZoneId: '_Local' })).body.fields).toEqual({ '/name': 'Required', '/timeZoneId': 'Please choose a time zone' });
  });

  it('say that there is no mail server', async () => {
    expect((await admin.post('/division/mail-test')).body).toMatchObject({ errorCode: 'mail_not_configured' });
  });

  it('offer time zones to anybody and node roles to users', async () => {
    const zones = (await visitor(server.url).get('/timezone')).body as never as object[];
    expect(zones.length).toBeGreaterThan(400);
    expect((await admin.get('/noderole/list')).body).toContainEqual({ id: 'auto', name: 'Auto', nodeClass: '' });
    expect((await visitor(server.url).post('/error-report', { message: 'TypeError', route: '#/profile' })).status).toBe(200);
  });
});

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
    return createMailer({ database, secrets, mail: { url: url(), from: 'Cairn <cairn@example.com>' }, warn: () => undefined });
  };
  const letter = { to: 'bob@example.com', subject: 'Hello', text: 'the link is https://cairn.example.com/#/activation?token=secret' };

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
    expect((await database.select().from(mailOutbox))[0]).toMatchObject({ body: '', sentAt: expect.any(Date) });
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
    expect((await database.select().from(mailOutbox))[0]).toMatchObject({ attempts: 1, lastError: expect.stringContaining('mailbox busy') });
    expect(await own.deliverDue(at(29))).toBe(0);
    expect(await own.deliverDue(at(31))).toBe(0);
    expect(await own.deliverDue(at(80))).toBe(0);
    expect(await own.deliverDue(at(95))).toBe(1);
    failures = 100;
    await own.queue(database, letter, start);
    for (let hour = 1; hour <= 10; hour++) await own.deliverDue(at(hour * 4000));
    expect(await database.select().from(mailOutbox).where(sql`${mailOutbox.failedAt} is not null`)).toMatchObject([{ attempts: 10, body: '' }]);
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
    const quiet = Number((await admin.post('/webhook', hook({ name: 'Quiet', events: ['alert.raised'] }))).body.webhook?.id);
    requests = [];
    const added = await admin.post('/client', { name: 'Told', locations: [] });
    await expect.poll(() => requests.length, { timeout: 15_000 }).toBe(1);
    expect(JSON.parse(requests[0]?.body ?? '{}')).toMatchObject({ event: 'organization.changed', data: { id: Number(added.body.client?.id), name: 'Told', change: 'added' } });
    await expect.poll(async () => ((await admin.get(`/webhook/${id}/delivery`)).body as never as { state: string }[])[0]?.state).toBe('delivered');
    expect((await admin.get(`/webhook/${quiet}/delivery`)).body).toEqual([]);
    for (const each of [id, quiet]) await admin.delete(`/webhook/${each}`);
  }, 30_000);

  it('are tried again after a failure, then given up, and never follow a redirect', async () => {
    const { webhooks, database } = server.services;
    const id = Number((await admin.post('/webhook', hook())).body.webhook?.id);
    status = 302;
    const tested = await admin.post(`/webhook/${id}/test`);
    expect(tested.body.delivery).toMatchObject({ state: 'pending', status: 302, attempts: 1, error: 'The receiver answered 302.' });
    for (let hour = 1; hour <= 7; hour++) await webhooks.deliverDue(new Date(Date.now() + hour * 4000_000));
    expect((await database.select().from(webhookDelivery).where(eq(webhookDelivery.webhookId, id)))[0]).toMatchObject({ state: 'failed', attempts: 8 });
    status = 200;
    await admin.delete(`/webhook/${id}`);
  });

  it('reach no cloud metadata, and no private address when those are off', async () => {
    const id = Number((await admin.post('/webhook', hook({ url: 'http://169.254.169.254/latest' }))).body.webhook?.id);
    expect((await admin.post(`/webhook/${id}/test`)).body.delivery).toMatchObject({ state: 'pending', status: null, error: expect.stringContaining('169.254.169.254') });
    await admin.put('/division', { allowPrivateTargets: false });
    await admin.put(`/webhook/${id}`, hook());
    requests = [];
    expect((await admin.post(`/webhook/${id}/test`)).body.delivery).toMatchObject({ status: null, error: expect.stringContaining('private') });
    expect(requests).toHaveLength(0);
    await admin.put('/division', { allowPrivateTargets: true });
    await admin.delete(`/webhook/${id}`);
  });

  it('are refused with words on their fields', async () => {
    const answer = await admin.post('/webhook', { name: '', url: 'ftp://example.com', events: [] });
    expect(answer.body.fields).toEqual({ '/name': 'Required', '/url': 'Please enter a valid URL', '/events': 'At least one is required' });
    expect((await admin.post('/webhook', hook({ url: 'http://user:pw@example.com/' }))).body.fields).toHaveProperty('/url');
    expect((await admin.delete('/webhook/999999')).status).toBe(404);
    expect((await admin.get('/webhook/999999/delivery')).status).toBe(404);
  });
});
