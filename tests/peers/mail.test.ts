import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { email } from '#server/monitors/checks/email.ts';
import { newToken, subjectOf } from '#server/monitors/checks/mail/token.ts';
import { localhostCertificate } from '#tests/fixtures/certificates.ts';
import { checkContext } from '#tests/fixtures/check-context.ts';
import { canServeMail, startMailPeers, type MailPeers } from './mail-peers.ts';

let peers: MailPeers;

const context = (more = {}) => checkContext({ timeoutMs: 15_000, ca: localhostCertificate.cert, ...more });
const outbound = (more = {}) => ({
  senderEmail: 'probe@example.test',
  receiverEmail: 'watcher@example.test',
  smtpHostname: '127.0.0.1',
  smtpPort: peers.smtp,
  smtpAuthRequired: true,
  senderUsername: 'watcher',
  senderPassword: 'sealed:open sesame',
  ...more,
});
const byImap = (more = {}) => ({
  fetchOption: 'IMAP',
  imapHostname: 'localhost',
  imapPort: peers.imap,
  imapReceiverUsername: 'watcher',
  imapReceiverPassword: 'sealed:open sesame',
  imapFetchFolder: 'INBOX',
  ...more,
});
const byPop = (more = {}) => ({
  fetchOption: 'POP',
  popHostname: 'localhost',
  popPort: peers.pop,
  popReceiverUsername: 'watcher',
  popReceiverPassword: 'sealed:open sesame',
  ...more,
});
/** The subject of a message that a round trip of this way sent so many minutes ago. */
const sentBefore = (minutes: number, receiver = 'watcher@example.test') =>
  subjectOf(newToken(['127.0.0.1', 'probe@example.test', receiver])).replace(
    / [0-9a-z]{8,9}x/,
    ` ${(Date.now() - minutes * 60_000).toString(36)}x`,
  );
/** Puts messages into a folder as a delivery does, and tells which of them are still there. */
function deliver(folder: string, subjects: readonly string[]): () => string[] {
  const inbox = join(peers.maildir, folder);
  for (const [index, subject] of subjects.entries())
    writeFileSync(
      join(inbox, 'new', `${Date.now()}.${index}.leftovers`),
      `From: <probe@example.test>\nTo: <watcher@example.test>\nSubject: ${subject}\n\nLeft behind.\n`,
    );
  return () => {
    const texts = ['new', 'cur'].flatMap((each) =>
      readdirSync(join(inbox, each)).map((file) => readFileSync(join(inbox, each, file), 'utf8')),
    );
    return subjects.filter((subject) => texts.some((text) => text.includes(`Subject: ${subject}\n`)));
  };
}
const held = () => ['new', 'cur'].flatMap((each) => readdirSync(join(peers.maildir, each))).length;

describe.skipIf(!canServeMail)(
  'the e-mail check against exim and dovecot (Debian: exim4-daemon-light, dovecot-imapd, dovecot-pop3d)',
  () => {
    beforeAll(async () => {
      peers = await startMailPeers();
    }, 60_000);
    afterAll(() => peers?.stop());

    it.each([
      ['IMAP in the open', () => ({ ...outbound(), ...byImap() })],
      [
        'IMAP over SSL',
        () => ({
          ...outbound({ smtpUseSSL: true, smtpPort: peers.smtps }),
          ...byImap({ imapUseSSL: true, imapPort: peers.imaps }),
        }),
      ],
      ['IMAP with STARTTLS', () => ({ ...outbound({ smtpUseTLS: true }), ...byImap({ imapUseTLS: true }) })],
      ['POP3 in the open', () => ({ ...outbound(), ...byPop() })],
      [
        'POP3 over SSL',
        () => ({
          ...outbound({ smtpUseSSL: true, smtpPort: peers.smtps }),
          ...byPop({ popUseSSL: true, popPort: peers.pops }),
        }),
      ],
      ['POP3 with STLS', () => ({ ...outbound({ smtpUseTLS: true }), ...byPop({ popUseTLS: true }) })],
    ])(
      'sends a message, fetches that very message and removes it: %s (F08-14, F08-18, F08-21, F08-22)',
      async (way, config) => {
        const before = held();
        const outcome = await email.run({ emailOption: 'ROUND_TRIP', ...config() }, context());
        expect(outcome).toMatchObject({
          ok: true,
          message: 'The message was sent, arrived and was removed.',
          error: null,
        });
        expect(outcome.detail.mail.map(({ ok }) => ok)).toEqual([true, true]);
        expect(held()).toBe(before);
        if (way.includes('open')) expect(outcome.facts).toBeUndefined();
        else expect(outcome.facts?.['certificateDays']).toBeGreaterThan(30_000);
      },
      30_000,
    );

    it('leaves the message where it only sends, and tells what the mailbox holds where it only receives', async () => {
      const sent = await email.run({ emailOption: 'SEND', ...outbound() }, context());
      expect(sent).toMatchObject({ ok: true, message: 'The message was taken by the server.' });
      await expect.poll(held, { timeout: 30_000 }).toBe(1);
      for (const way of [byImap(), byPop()])
        expect(await email.run({ emailOption: 'RECEIVE', ...way }, context())).toMatchObject({
          ok: true,
          message: 'The mailbox can be read and holds 1 message.',
        });
    }, 30_000);

    it('says which server refused, and why (F08-66)', async () => {
      const wrong = {
        senderPassword: 'sealed:wrong',
        imapReceiverPassword: 'sealed:wrong',
        popReceiverPassword: 'sealed:wrong',
      };
      expect(await email.run({ emailOption: 'SEND', ...outbound(), ...wrong }, context())).toMatchObject({
        ok: false,
        error: 'login_failed',
      });
      expect(await email.run({ emailOption: 'RECEIVE', ...byImap(), ...wrong }, context())).toMatchObject({
        ok: false,
        error: 'login_failed',
      });
      expect(await email.run({ emailOption: 'RECEIVE', ...byPop(), ...wrong }, context())).toMatchObject({
        ok: false,
        error: 'login_failed',
      });
      const refused = await email.run(
        { emailOption: 'SEND', ...outbound({ receiverEmail: 'nobody@example.test' }) },
        context(),
      );
      expect(refused).toMatchObject({ ok: false, error: 'mail_refused' });
      expect(refused.message).toContain('no such mailbox');
      const folder = await email.run({ emailOption: 'RECEIVE', ...byImap({ imapFetchFolder: 'Entwürfe' }) }, context());
      expect(folder).toMatchObject({ ok: false, error: 'bad_response' });
      expect(folder.message).toContain('The folder cannot be opened');
    }, 60_000);

    it('tells the certificate that it does not trust, and says no password to its server (F08-66)', async () => {
      for (const config of [
        { emailOption: 'SEND', ...outbound({ smtpUseTLS: true }) },
        { emailOption: 'RECEIVE', ...byImap({ imapUseTLS: true }) },
        { emailOption: 'RECEIVE', ...byPop({ popUseSSL: true, popPort: peers.pops }) },
      ]) {
        const outcome = await email.run(config, context({ ca: undefined }));
        expect(outcome).toMatchObject({ ok: false, error: 'tls_failed', message: 'The certificate is self-signed.' });
        expect(outcome.facts?.['certificateDays']).toBeGreaterThan(30_000);
      }
    }, 30_000);

    it.each([
      ['IMAP', byImap],
      ['POP3', byPop],
    ])(
      'removes by %s what earlier round trips left behind, and no other message (F5)',
      async (_, by) => {
        const stays = [sentBefore(1), sentBefore(90, 'somebody.else@example.test'), 'Invoice 90'];
        const left = deliver('', [...Array.from({ length: 12 }, (__, index) => sentBefore(90 - index)), ...stays]);
        expect(left()).toHaveLength(15);
        const outcome = await email.run({ emailOption: 'ROUND_TRIP', ...outbound(), ...by() }, context());
        expect(outcome).toMatchObject({ ok: true });
        expect(left()).toEqual(stays);
      },
      30_000,
    );

    it('removes by IMAP what was left behind although its own message does not arrive (F5)', async () => {
      const left = deliver('.Elsewhere', [sentBefore(90), sentBefore(45), 'Invoice 45']);
      const config = { emailOption: 'ROUND_TRIP', ...outbound(), ...byImap({ imapFetchFolder: 'Elsewhere' }) };
      // All of it passes, as nothing arrives; on a busy machine exim once took 4 s to take the message.
      expect(await email.run(config, context({ timeoutMs: 10_000 }))).toMatchObject({ error: 'mail_missing' });
      expect(left()).toEqual(['Invoice 45']);
    }, 30_000);

    it('says that a message did not arrive in time', async () => {
      const config = { emailOption: 'ROUND_TRIP', ...outbound(), ...byImap({ imapFetchFolder: 'Elsewhere' }) };
      const startedAt = performance.now();
      const outcome = await email.run(config, context({ timeoutMs: 2000 }));
      expect(performance.now() - startedAt).toBeLessThan(4000);
      expect(outcome).toMatchObject({
        ok: false,
        error: 'mail_missing',
        message: expect.stringMatching(/^The message was taken but was not in .+ within 2 seconds\.$/),
        detail: {
          mail: [
            { protocol: 'SMTP', ok: true },
            { protocol: 'IMAP', ok: false },
          ],
        },
      });
    }, 30_000);
  },
);
