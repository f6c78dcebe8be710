import { eq } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMailer } from '#server/mail/mailer.ts';
import { audit } from '#server/database/schema/audit.ts';
import { session } from '#server/database/schema/users.ts';
import { outgoingMail } from '#server/database/schema/mail.ts';
import { localhostCertificate } from '#tests/fixtures/certificates.ts';
import { mailPeer, type MailPeer } from '#tests/fixtures/receivers.ts';
import { administrator, startTestServer, type TestServer } from './harness.ts';
import { signedInTechnician } from './technician.ts';
import type { Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
let peer: MailPeer;
const password = 'open sesame 4711';
const open = (more: object = {}) => ({
  host: '127.0.0.1',
  port: Number(new URL(peer.url).port),
  security: 'NONE',
  authRequired: false,
  senderName: 'Northgate IT',
  senderAddress: 'cairn@example.com',
  ...more,
});
const withLogin = (more: object = {}) => open({ authRequired: true, username: 'cairn', password, ...more });
const stored = async () => (await server.services.database.select().from(outgoingMail))[0];

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
});
afterAll(() => server.close());
beforeEach(async () => {
  peer = await mailPeer();
});
afterEach(async () => {
  await server.services.database.delete(outgoingMail);
  await peer.close();
});

describe('outgoing mail that an administrator sets up', () => {
  it('sends the next invitation, password link and e-mail alert without a restart (A19)', async () => {
    expect((await admin.get('/division')).body).toMatchObject({ mailConfigured: false });
    const bo = { firstName: 'Bo', lastName: 'Before', email: 'bo@example.com' };
    const path = `/appuser/${Number((await admin.post('/appuser', bo)).body.appuser?.id)}/activation`;
    expect((await admin.post(path)).body).toMatchObject({ mailed: false });
    const forgot = () => server.visitor().post('/password-reset', { email: administrator.email });
    expect((await forgot()).body).toMatchObject({ errorCode: 'mail_not_configured' });

    expect((await admin.put('/division/mail', open())).body).toMatchObject({ mail: { source: 'stored' } });
    expect((await admin.get('/division')).body).toMatchObject({ mailConfigured: true });
    expect((await admin.post(path)).body).toMatchObject({ mailed: true });
    expect((await forgot()).status).toBe(200);
    const channel = { channelType: 'EMAIL', name: 'Desk', recipients: [{ email: 'desk@example.com' }] };
    const { body } = await admin.post('/notificationchannel', channel);
    await admin.post(`/notificationchannel/${Number(body.channel?.id)}/test`);
    await expect
      .poll(() => peer.received.flatMap(({ to }) => to).toSorted(), { timeout: 30_000 })
      .toEqual([administrator.email, 'bo@example.com', 'desk@example.com']);
    expect(peer.received[0]?.text).toContain('From: Northgate IT <cairn@example.com>');
  });

  it('moves to another server with the next message (A19)', async () => {
    const other = await mailPeer();
    await admin.put('/division/mail', open());
    await admin.post('/division/mail-test', { to: 'one@example.com' });
    await admin.put('/division/mail', open({ port: Number(new URL(other.url).port) }));
    await admin.post('/division/mail-test', { to: 'two@example.com' });
    expect([peer.received.map(({ to }) => to), other.received.map(({ to }) => to)]).toEqual([
      [['one@example.com']],
      [['two@example.com']],
    ]);
    await other.close();
  });

  it('keeps its password sealed, and shows it in no reply, audit row or test (A19)', async () => {
    const saved = await admin.put('/division/mail', withLogin());
    expect(saved.body.mail).toMatchObject({ username: 'cairn', passwordSet: true });
    const row = await stored();
    expect(row?.password).not.toContain(password);
    expect(server.services.secrets.open(row?.password ?? '')).toBe(password);
    const tested = await admin.post('/division/mail-test', { to: 'ada@example.com' });
    const trail = await server.services.database.select().from(audit);
    for (const shown of [saved, await admin.get('/division/mail'), tested, trail])
      expect(JSON.stringify(shown)).not.toContain(password);
  });

  it('keeps the stored password for the same server alone (A19)', async () => {
    await admin.put('/division/mail', withLogin({ security: 'STARTTLS' }));
    const without = { ...withLogin({ security: 'STARTTLS', senderName: 'Other' }), password: undefined };
    expect((await admin.put('/division/mail', without)).status).toBe(200);
    expect(server.services.secrets.open((await stored())?.password ?? '')).toBe(password);
    for (const more of [{ host: 'evil.example.com' }, { port: 2525 }, { security: 'NONE' }])
      expect((await admin.put('/division/mail', { ...without, ...more })).body.fields).toHaveProperty('/password');
    expect(await stored()).toMatchObject({ host: '127.0.0.1', security: 'STARTTLS' });
  });

  it('asks administrators alone, and for their password (A19)', async () => {
    const dan = await signedInTechnician(server, admin, 'Dan', []);
    const answers = async (who: Visitor) =>
      Promise.all([who.get('/division/mail'), who.put('/division/mail', open()), who.delete('/division/mail')]);
    expect((await answers(dan)).map(({ status }) => status)).toEqual([403, 403, 403]);
    await server.services.database.update(session).set({ passwordAt: new Date(Date.now() - 3600_000) });
    server.services.sessions.forget();
    const [, put, removed] = await answers(admin);
    for (const { body } of [put, removed]) expect(body).toMatchObject({ errorCode: 'PASSWORD_REQUIRED' });
    expect(await stored()).toBeUndefined();
    await admin.post('/session/password', { password: administrator.password });
  });

  it('refuses wrong settings with words on their fields (A19)', async () => {
    const { body } = await admin.put('/division/mail', {
      ...withLogin({ host: 'two words', port: 0, senderAddress: 'cairn' }),
      username: ' ',
    });
    expect(Object.keys(body.fields ?? {}).toSorted()).toEqual(['/host', '/port', '/senderAddress', '/username']);
    const noPassword = { ...withLogin(), password: undefined };
    expect((await admin.put('/division/mail', noPassword)).body.fields).toEqual({ '/password': 'Required' });
    expect((await admin.post('/division/mail-test', { to: 'ada' })).body.fields).toHaveProperty('/to');
  });

  it('reaches own and private addresses only where the general settings allow them (A19)', async () => {
    await admin.put('/division/mail', open());
    await admin.put('/division', { allowOwnAddresses: false });
    const { body } = await admin.post('/division/mail-test', { to: 'ada@example.com' });
    await admin.put('/division', { allowOwnAddresses: true });
    expect(body.outcome).toMatchObject({
      ok: false,
      message: expect.stringContaining('Allow this server’s own addresses'),
    });
    expect(peer.received).toHaveLength(0);
  });

  it('stops sending once it is removed (A19)', async () => {
    await admin.put('/division/mail', open());
    expect((await admin.delete('/division/mail')).status).toBe(200);
    expect((await admin.get('/division/mail')).body).toMatchObject({ source: 'none', passwordSet: false });
    expect((await admin.post('/division/mail-test', { to: 'ada@example.com' })).body).toMatchObject({
      errorCode: 'mail_not_configured',
    });
    expect((await admin.delete('/division/mail')).status).toBe(404);
    const rows = await server.services.database.select().from(audit).where(eq(audit.entityType, 'DIVISION'));
    expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['MAIL_UPDATED', 'MAIL_DELETED']));
  });
});

describe('a test message', () => {
  it('shows address, time and the answer of the mail server, and leaves an audit row (A19)', async () => {
    await admin.put('/division/mail', open());
    const { body } = await admin.post('/division/mail-test', { to: 'ada@example.com' });
    expect(body.outcome).toMatchObject({
      protocol: 'SMTP',
      ok: true,
      address: '127.0.0.1',
      milliseconds: expect.any(Number),
      message: 'The message was taken: “250 kept as 7”.',
    });
    const trail = await server.services.database.select().from(audit).where(eq(audit.action, 'MAIL_TESTED'));
    expect(trail.map(({ summary }) => summary)).toContain('Sent a test message to ada@example.com');
  });

  it('shows the refusal in the words of the mail server (A19)', async () => {
    peer.refused.set('gone@example.com', 'no such mailbox');
    await admin.put('/division/mail', open());
    const { status, body } = await admin.post('/division/mail-test', { to: 'gone@example.com' });
    expect([status, body.outcome]).toMatchObject([
      200,
      { ok: false, message: expect.stringMatching(/refused the message: “.*no such mailbox/) },
    ]);
    await admin.put('/division/mail', withLogin());
    const noLogin = await admin.post('/division/mail-test', { to: 'ada@example.com' });
    expect(noLogin.body.outcome).toMatchObject({ ok: false, message: expect.stringContaining('refused the login') });
  });

  it('shows that nobody listens, or that STARTTLS is not offered, and sends nothing in the open (A19)', async () => {
    await admin.put('/division/mail', open({ port: 1 }));
    const nobody = await admin.post('/division/mail-test', { to: 'ada@example.com' });
    expect(nobody.body.outcome).toMatchObject({ ok: false, message: 'The target refused the connection.' });
    await admin.put('/division/mail', open({ security: 'STARTTLS' }));
    const plain = await admin.post('/division/mail-test', { to: 'ada@example.com' });
    expect(plain.body.outcome).toMatchObject({ ok: false, message: expect.stringMatching(/TLS/) });
    expect(peer.received).toHaveLength(0);
  });
});

describe('a mail server with TLS and a login', () => {
  const logins: string[] = [];
  const serve = async (secure: boolean) => {
    const smtp = new SMTPServer({
      secure,
      ...localhostCertificate,
      onAuth({ username, password: given }, { secure: isSecure }, done) {
        logins.push(`${username} ${given === password} ${isSecure}`);
        done(null, { user: username });
      },
      onData(stream, _, done) {
        stream.resume().on('end', () => done(null, 'kept'));
      },
    });
    // Who does not trust its certificate leaves during the handshake.
    smtp.on('error', () => undefined);
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    return smtp;
  };

  it.each([
    ['TLS', true],
    ['STARTTLS', false],
  ])('is told the password under %s only (A19)', async (security, secure) => {
    const smtp = await serve(secure);
    const { port } = smtp.server.address() as AddressInfo;
    await admin.put('/division/mail', withLogin({ host: 'localhost', port, security }));
    const { database, secrets } = server.services;
    const options = { database, secrets, mail: undefined, warn: () => undefined };
    const letter = { to: 'ada@example.com', subject: 'Hello', text: 'Hello' };
    // Not trusted: nothing is said.
    logins.length = 0;
    const refused = await createMailer(options).tryNow(letter);
    expect(refused?.found).toMatchObject({ ok: false, certificate: { subject: expect.any(String) } });
    expect(logins).toEqual([]);
    const taken = await createMailer({ ...options, ca: localhostCertificate.cert }).tryNow(letter);
    expect(taken?.found).toMatchObject({ ok: true, certificate: { daysLeft: expect.any(Number) } });
    expect(logins).toEqual(['cairn true true']);
    await new Promise<void>((resolve) => smtp.close(resolve));
  });
});

describe('mail that the environment sets up', () => {
  it('wins over the page, is shown without its password and cannot be changed there (A19)', async () => {
    const url = peer.url.replace('smtp://', `smtp://relay:${encodeURIComponent(password)}@`);
    const ruled = await startTestServer({ settings: { mail: { url, from: 'Cairn <env@example.com>' } } });
    const who = await ruled.signInAsAdmin();
    await ruled.services.database.insert(outgoingMail).values({
      host: 'stored.example.com',
      port: 25,
      security: 'NONE',
      authRequired: false,
      senderAddress: 'stored@example.com',
    });
    const read = await who.get('/division/mail');
    expect(read.body).toEqual({
      source: 'environment',
      host: '127.0.0.1',
      port: Number(new URL(peer.url).port),
      security: 'WHERE_OFFERED',
      authRequired: true,
      username: 'relay',
      passwordSet: true,
      senderName: 'Cairn',
      senderAddress: 'env@example.com',
    });
    for (const answer of [await who.put('/division/mail', open()), await who.delete('/division/mail')])
      expect(answer).toMatchObject({ status: 409, body: { errorCode: 'mail_set_by_environment' } });
    const { body } = await who.post('/division/mail-test', { to: 'ada@example.com' });
    expect(body.outcome).toMatchObject({ ok: true, message: 'The message was taken: “250 kept as 7”.' });
    expect(peer.received[0]?.text).toContain('From: Cairn <env@example.com>');
    await ruled.close();
  });
});
