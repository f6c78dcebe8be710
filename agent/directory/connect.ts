import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure, type TLSSocket } from 'node:tls';
import { ExtendedRequest } from 'ldapts';
import { isLoopback } from '../settings.ts';
import { DirectoryFailed } from './directory-failed.ts';
import { Exchange } from './exchange.ts';

/** Where the directory is, and until when to work with it. */
export interface Place {
  readonly url: URL;
  /** Ends the connection when it aborts. */
  readonly signal: AbortSignal;
  /** Replaces the network, in tests. */
  readonly connect?: (port: number, host: string) => Socket;
  /** Replaces the authorities that certificates are judged by, in tests. */
  readonly authorities?: string;
}

const CONNECT_MS = 5000;
const START_TLS = '1.3.6.1.4.1.1466.20037';
const SUCCESS = 0;

/**
 * Connects with TLS. Without it only when the server offers none and the password cannot be read on the way, or may be.
 * @throws DirectoryFailed
 */
export async function openExchange(place: Place, allowPlain: boolean): Promise<Exchange> {
  const socket = await connectTo(place);
  try {
    if (place.url.protocol === 'ldaps:') return new Exchange(await secure(socket, place));
    const plain = new Exchange(socket);
    const { resultCode } = await plain.ask(new ExtendedRequest({ messageId: 0, oid: START_TLS }));
    if (resultCode === SUCCESS) return new Exchange(await secure(plain.release(), place));
    if (allowPlain || isLoopback(place.url)) return plain;
    throw new DirectoryFailed('encryption_refused');
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Connects without encryption for `ldap:`, and to any certificate for `ldaps:`: for what is public. @throws DirectoryFailed */
export async function openForPublic(place: Place): Promise<Exchange> {
  const socket = await connectTo(place);
  return new Exchange(place.url.protocol === 'ldaps:' ? await encrypt(socket, place) : socket);
}

async function connectTo({ url, signal, connect = connectPlain }: Place): Promise<Socket> {
  signal.throwIfAborted();
  const port = Number(url.port) || (url.protocol === 'ldaps:' ? 636 : 389);
  const socket = connect(port, hostOf(url));
  // Whoever waits has a listener of its own; an error in between must not end the agent.
  socket.on('error', () => undefined);
  const stop = () => socket.destroy();
  signal.addEventListener('abort', stop, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', stop));
  await untilReady(socket, 'connect');
  // Requests are small and wait for their answers.
  socket.setNoDelay();
  return socket;
}

async function secure(socket: Socket, place: Place): Promise<TLSSocket> {
  const encrypted = await encrypt(socket, place);
  // Nothing leaves the computer on loopback, and the certificate of a domain controller is for its name.
  if (encrypted.authorized || isLoopback(place.url)) return encrypted;
  throw new DirectoryFailed('certificate_untrusted', String(encrypted.authorizationError));
}

async function encrypt(socket: Socket, { url, authorities }: Place): Promise<TLSSocket> {
  const host = hostOf(url);
  const encrypted = connectSecure({
    socket,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ...(authorities !== undefined && { ca: authorities }),
    // `secure` judges the certificate before anything is sent.
    rejectUnauthorized: false,
  });
  encrypted.on('error', () => undefined);
  await untilReady(encrypted, 'secureConnect');
  return encrypted;
}

function untilReady(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (failure: DirectoryFailed) => {
      clearTimeout(late);
      socket.destroy();
      reject(failure);
    };
    const late = setTimeout(
      () => fail(new DirectoryFailed('unreachable', 'The directory does not answer')),
      CONNECT_MS,
    );
    socket.once('error', (error: NodeJS.ErrnoException) => {
      // A host with several addresses gives an error without a message.
      const message = error.message || (error.code ?? '');
      const isOfTls = /^(ERR_SSL_|EPROTO$)/.test(error.code ?? '');
      fail(new DirectoryFailed(isOfTls ? 'failed' : 'unreachable', message));
    });
    socket.once('close', () => fail(new DirectoryFailed('unreachable', 'The directory closed the connection')));
    socket.once(event, () => {
      clearTimeout(late);
      resolve();
    });
  });
}

/** Without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
