import { connect as connectSocket, isIP, type Socket } from 'node:net';
import { connect as connectSecurely, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import { requireNoTransaction } from '../database/transaction-scope.ts';
import { errorCode } from './error-code.ts';
import { handshakeProblem } from './handshake-problem.ts';
import { OutboundFailed, outboundFailure } from './outbound-failed.ts';

/** Timeout for an address that does not respond while others remain, in milliseconds. */
const patience = 3000;

/**
 * Connects to the first of these checked addresses that responds. It resolves no names, so a name cannot change its
 * address after the check. Rejects with `OutboundFailed`, or with the reason of `signal`.
 */
export async function connectTo(addresses: readonly string[], port: number, signal: AbortSignal): Promise<Socket> {
  requireNoTransaction('A connection to the outside');
  let failure: unknown = new OutboundFailed('dns_failed', 'The name has no address.');
  for (const [index, address] of addresses.entries()) {
    try {
      return await attempt(address, port, signal, index < addresses.length - 1);
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
    }
  }
  const failed = outboundFailure(failure);
  failed.address = addresses.at(-1);
  throw failed;
}

function attempt(address: string, port: number, signal: AbortSignal, othersRemain: boolean): Promise<Socket> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const socket = connectSocket({ host: address, port, noDelay: true });
    // An error after the attempt has settled must not end the process.
    socket.on('error', () => undefined);
    const abort = () => fail(signal.reason);
    const timer = othersRemain
      ? setTimeout(() => fail(new OutboundFailed('timed_out', 'The target did not answer in time.')), patience)
      : undefined;
    function settle() {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      socket.removeListener('error', fail);
    }
    function fail(error: unknown) {
      settle();
      socket.destroy();
      reject(error);
    }
    signal.addEventListener('abort', abort, { once: true });
    socket.once('error', fail);
    socket.once('connect', () => {
      settle();
      resolve(socket);
    });
  });
}

// Creating a context parses the system's CA certificates, so all connections share one.
let shared: SecureContext | undefined;

export interface Handshake {
  /** The name that the certificate must be valid for. */
  host: string;
  /** CA certificates (PEM) that replace the system's. */
  ca?: string | undefined;
  /** Application protocols (ALPN); HTTP/1.1 by default. */
  protocols?: readonly string[];
}

/**
 * Starts TLS on a connection. Resolves after the handshake even if the certificate is invalid, so that its
 * facts can be reported; `certificateProblem` describes what is wrong with it.
 */
export function secure(
  socket: Socket,
  { host, ca, protocols = ['http/1.1'] }: Handshake,
  signal: AbortSignal,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const secureContext = ca === undefined ? (shared ??= createSecureContext()) : createSecureContext({ ca });
    const secured = connectSecurely({
      socket,
      host,
      ...(isIP(host) ? {} : { servername: host.replace(/\.$/, '') }),
      secureContext,
      rejectUnauthorized: false,
      ALPNProtocols: [...protocols],
    });
    secured.on('error', () => undefined);
    const abort = () => fail(signal.reason);
    function settle() {
      signal.removeEventListener('abort', abort);
      secured.removeListener('error', failHandshake);
      secured.removeListener('close', closed);
    }
    function fail(error: unknown) {
      settle();
      secured.destroy();
      socket.destroy();
      reject(error);
    }
    function failHandshake(error: unknown) {
      const code = errorCode(error);
      fail(
        code === 'ECONNRESET'
          ? new OutboundFailed('tls_failed', 'The target closed the connection during the handshake.', error)
          : new OutboundFailed('tls_failed', handshakeProblem(code), error),
      );
    }
    function closed() {
      fail(new OutboundFailed('tls_failed', 'The target closed the connection during the handshake.'));
    }
    signal.addEventListener('abort', abort, { once: true });
    secured.once('error', failHandshake);
    secured.once('close', closed);
    secured.once('secureConnect', () => {
      settle();
      resolve(secured);
    });
  });
}
