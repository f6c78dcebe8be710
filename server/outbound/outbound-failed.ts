import type { Certificate } from './certificate.ts';

/** Why an outbound connection or request did not succeed; also the `error` of a check's result. */
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

/** A failed outbound connection or request. `message` is a sentence for people and holds nothing that the target sent unless quoted. */
export class OutboundFailed extends Error {
  /** What was already known when it failed. */
  address: string | undefined;
  certificate: Certificate | undefined;

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
  ECONNRESET: ['connection_reset', 'The target closed the connection before the response was complete.'],
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

/** An error of the network or of the HTTP parser, in words. */
export function outboundFailure(error: unknown): OutboundFailed {
  if (error instanceof OutboundFailed) return error;
  const code = errorCode(error);
  const known = words[code];
  if (known) return new OutboundFailed(known[0], known[1], error);
  if (code.startsWith('HPE_')) return new OutboundFailed('bad_response', 'The response is not valid HTTP.', error);
  if (/^(ERR_SSL|ERR_TLS|EPROTO)/.test(code)) return new OutboundFailed('tls_failed', tlsWords(code), error);
  return new OutboundFailed('connection_reset', `The connection failed (${code || 'unknown reason'}).`, error);
}

const certificateWords: Record<string, string> = {
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate chain ends in a self-signed certificate that is not trusted.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate’s issuer is not trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The certificate cannot be verified: its chain is incomplete or its issuer is not trusted.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name.',
};

/** What an OpenSSL or Node code about a handshake or a certificate means, for people. */
export function tlsWords(code: string): string {
  return certificateWords[code] ?? `The secure connection could not be made (${code || 'handshake failed'}).`;
}

export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
