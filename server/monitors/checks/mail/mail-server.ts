import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { TargetPolicy } from '../../../outbound/address-policy.ts';
import { certificateOf, certificateProblem, type Certificate } from '../../../outbound/certificate.ts';
import { connectTo, secure } from '../../../outbound/connect.ts';
import { parseHost } from '../../../outbound/host.ts';
import { notTls } from '../../../outbound/handshake-problem.ts';
import { OutboundFailed, outboundFailure } from '../../../outbound/outbound-failed.ts';
import { resolveTarget } from '../../../outbound/resolve.ts';
import { Lines, saidTooMuch } from './lines.ts';

export type Protocol = 'SMTP' | 'POP3' | 'IMAP';

export interface MailServer {
  protocol: Protocol;
  host: string;
  port: number;
  /** TLS: from the first byte. STARTTLS: asked for in the conversation, and without it there is none. */
  security: 'TLS' | 'STARTTLS' | 'NONE';
  user: string;
  password: string;
}

export interface Opening {
  policy: TargetPolicy;
  /** For the look at the name. */
  milliseconds: number;
  ca?: string | undefined;
  signal: AbortSignal;
  /** Hears how far the opening is. */
  onStage(stage: string): void;
}

export interface Opened {
  socket: Socket;
  /** The name that the server is known by. */
  name: string;
  address: string;
  certificate: Certificate | undefined;
  /** The greeting was read on the way to STARTTLS. */
  greeted: boolean;
  /** Hears that the server says something. A listener on the socket itself would take data from the conversation. */
  onHeard?: () => void;
}

/**
 * Opens a connection to a mail server: resolved once, every answer checked, pinned, and secured as wished before
 * anything secret is said. Rejects with `OutboundFailed`, which holds address and certificate as far as they are known.
 */
export async function openMailServer(
  server: MailServer,
  { policy, milliseconds, ca, signal, onStage }: Opening,
): Promise<Opened> {
  const host = parseHost(server.host);
  onStage('no connection');
  const plain = await connectTo(await resolveTarget(host, policy, milliseconds), server.port, signal);
  const address = plain.remoteAddress ?? '';
  // Whoever waits for a line hears of the end, too. The reason stays with the signal: libraries write into errors.
  const end = () => plain.destroy();
  signal.addEventListener('abort', end, { once: true });
  plain.once('close', () => signal.removeEventListener('abort', end));
  let certificate: Certificate | undefined;
  try {
    if (server.security === 'NONE') return { socket: plain, name: host.name, address, certificate, greeted: false };
    if (server.security === 'STARTTLS') {
      onStage('connected, no STARTTLS yet');
      await askForTls(server.protocol, new Lines(plain));
    }
    onStage('connected, the TLS handshake was not finished');
    const secured: TLSSocket = await secure(plain, { host: host.name, ca, protocols: [] }, signal).catch(
      (error: unknown) => {
        // What came in the same segment as the answer was refused before; in a later one it breaks the handshake.
        if (server.security === 'STARTTLS' && error instanceof OutboundFailed && error.message === notTls)
          throw saidTooMuch();
        throw error;
      },
    );
    certificate = certificateOf(secured, Date.now());
    const problem = certificateProblem(secured, host.name, Date.now());
    if (problem !== undefined) throw new OutboundFailed('tls_failed', problem);
    return { socket: secured, name: host.name, address, certificate, greeted: server.security === 'STARTTLS' };
  } catch (error) {
    plain.destroy();
    const failed = outboundFailure(signal.aborted ? signal.reason : error);
    failed.address = address;
    failed.certificate = certificate;
    throw failed;
  }
}

/** The conversation up to the handshake (RFC 3207, 2595, 9051). */
async function askForTls(protocol: Protocol, lines: Lines): Promise<void> {
  switch (protocol) {
    case 'SMTP':
      await reply(lines, /^220/);
      lines.say('EHLO cairn.invalid');
      await reply(lines, /^250/);
      lines.say('STARTTLS');
      await reply(lines, /^220/);
      break;
    case 'POP3':
      await reply(lines, /^\+OK/);
      lines.say('STLS');
      await reply(lines, /^\+OK/);
      break;
    case 'IMAP':
      await reply(lines, /^\* OK/i);
      lines.say('a0 STARTTLS');
      await reply(lines, /^a0 OK/i);
      break;
  }
  lines.release();
}

async function reply(lines: Lines, wanted: RegExp): Promise<void> {
  for (;;) {
    const line = await lines.next();
    // More lines of one answer: `250-SIZE`, an untagged line of IMAP.
    if (/^\d{3}-/.test(line) || (line.startsWith('*') && wanted.source.startsWith('^a0'))) continue;
    if (wanted.test(line)) return;
    throw new OutboundFailed('tls_failed', 'The server does not offer TLS.');
  }
}
