import type { Certificate } from './certificate.ts';
import { errorCode } from './error-code.ts';
import { handshakeProblem } from './handshake-problem.ts';

/** Why an outbound connection or request failed; also the `error` of a check's result. */
export type OutboundFailure =
  | 'invalid_target'
  | 'invalid_request'
  | 'address_refused'
  | 'dns_failed'
  | 'timed_out'
  | 'connection_refused'
  | 'unreachable'
  | 'connection_reset'
  | 'tls_failed'
  | 'too_many_redirects'
  | 'headers_too_large'
  | 'bad_response'
  | 'cancelled';

/** A failed outbound connection or request. `message` is a sentence for users; it contains text from the target only in quotes. */
export class OutboundFailed extends Error {
  /** Facts that were known when it failed. */
  address: string | undefined;
  certificate: Certificate | undefined;
  /** For a timeout: the limit, such as `10 seconds`. */
  limit: string | undefined;
  /** The redirects followed so far. */
  redirectedTo: string | undefined;

  constructor(
    readonly code: OutboundFailure,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'OutboundFailed';
  }
}

const words: Record<string, [OutboundFailure, string]> = {
  ECONNREFUSED: ['connection_refused', 'The target refused the connection.'],
  ECONNRESET: ['connection_reset', 'The target closed the connection without an answer.'],
  EPIPE: ['connection_reset', 'The target closed the connection before the request was sent.'],
  ETIMEDOUT: ['timed_out', 'The target did not answer in time.'],
  EHOSTUNREACH: ['unreachable', 'No route leads to the target.'],
  ENETUNREACH: ['unreachable', 'No route leads to the target’s network.'],
  EADDRNOTAVAIL: ['unreachable', 'No route leads to the target’s address.'],
  EACCES: ['unreachable', 'This computer does not allow connections to the target.'],
  EPERM: ['unreachable', 'This computer does not allow connections to the target.'],
  EINVAL: ['unreachable', 'This computer cannot connect to the target’s address.'],
  EMFILE: ['unreachable', 'This computer has too many open connections.'],
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers of the response are too large.'],
};

/** Describes an error of the network or of the HTTP parser. */
export function outboundFailure(error: unknown): OutboundFailed {
  if (error instanceof OutboundFailed) return error;
  const code = errorCode(error);
  const known = words[code];
  if (known) return new OutboundFailed(known[0], known[1], error);
  if (code.startsWith('HPE_')) return new OutboundFailed('bad_response', 'The response is not valid HTTP.', error);
  if (/^(ERR_SSL|ERR_TLS|EPROTO)/.test(code)) return new OutboundFailed('tls_failed', handshakeProblem(code), error);
  return new OutboundFailed('connection_reset', `The connection failed (${code || 'unknown reason'}).`, error);
}
