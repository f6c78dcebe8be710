import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { errorCode } from '../../../outbound/error-code.ts';
import { outboundFailure, type OutboundFailed } from '../../../outbound/outbound-failed.ts';
import { MailFailed } from './mail-failed.ts';
import type { MailServer, Opened } from './mail-server.ts';

/**
 * Hands a message (its text, headers included) to an SMTP server over an opened connection and resolves with what the
 * server answered. Rejects with `MailFailed` or `OutboundFailed`.
 */
export async function send(
  { socket, name, greeted, onHeard }: Opened,
  login: MailServer | undefined,
  envelope: { from: string; to: string },
  message: string | Buffer,
): Promise<string> {
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
    let answer = '';
    await step(smtp, (done) =>
      smtp.send({ from: envelope.from, to: [envelope.to] }, message, (error, info) => {
        answer = info?.response ?? '';
        done(error);
      }),
    );
    smtp.quit();
    return answer;
  } catch (error) {
    throw mailFailure(error);
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

/** An error of the SMTP library, in words that quote the server. */
export function mailFailure(error: unknown): MailFailed | OutboundFailed {
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
