import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { errorCode, outboundFailure } from '../../../outbound/outbound-failed.ts';
import { MailFailed } from './mail-failed.ts';
import type { MailServer, Opened } from './mail-server.ts';

export interface Letter {
  from: string;
  to: string;
  subject: string;
  /** The monitor that sends it takes it out of the mailbox again. */
  removed: boolean;
}

/** Hands a message to an SMTP server over an opened connection. Rejects with `MailFailed` or `OutboundFailed`. */
export async function send(
  { socket, name, greeted, onHeard }: Opened,
  login: MailServer | undefined,
  letter: Letter,
): Promise<void> {
  // The library waits for a greeting, which was said before the handshake.
  if (greeted) socket.unshift(Buffer.from('220 ready\r\n'));
  const smtp = new SMTPConnection({
    connection: socket,
    host: name,
    // The connection is as secure as it will be.
    secured: true,
    ignoreTLS: true,
  });
  try {
    await step(smtp, (done) => smtp.connect(done));
    onHeard?.();
    if (login)
      await step(smtp, (done) => smtp.login({ credentials: { user: login.user, pass: login.password } }, done));
    await step(smtp, (done) => smtp.send({ from: letter.from, to: [letter.to] }, message(letter), done));
    smtp.quit();
  } catch (error) {
    throw failure(error);
  } finally {
    smtp.close();
  }
}

function step(smtp: SMTPConnection, work: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    smtp.once('error', reject);
    smtp.once('end', () => reject(new MailFailed('bad_response', 'The server ended the conversation')));
    work((error) => (error ? reject(error) : resolve()));
  });
}

function message({ from, to, subject, removed }: Letter): string {
  return [
    `From: <${from}>`,
    `To: <${to}>`,
    `Subject: ${subject}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${subject.split(' ').slice(-2).join('.')}@cairn.invalid>`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    removed
      ? 'A cloud monitor sent this message to see that mail arrives. The monitor removes it once it has arrived.'
      : 'A cloud monitor sent this message to see that the mail server takes mail. Nobody waits for it: it can be deleted.',
    '',
  ].join('\r\n');
}

function failure(error: unknown): Error {
  if (error instanceof MailFailed) return error;
  const said =
    error instanceof Error && 'response' in error && typeof error.response === 'string' ? error.response : '';
  switch (errorCode(error)) {
    case 'EAUTH':
    case 'ENOAUTH':
      return new MailFailed('login_failed', 'The server refused the login', said);
    case 'EENVELOPE':
    case 'EMESSAGE':
      return new MailFailed('mail_refused', 'The server refused the message', said);
    case 'EPROTOCOL':
      return new MailFailed('bad_response', 'The server does not speak SMTP', said);
    default:
      return outboundFailure(error);
  }
}
