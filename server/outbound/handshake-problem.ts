/** The message for a peer that does not speak TLS. */
export const notTls = 'The server does not speak TLS on this port.';

const handshakeWords: Record<string, string> = {
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'The server speaks only TLS versions that are too old (1.1 or below).',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'The server speaks only TLS versions that are too old (1.1 or below).',
};
for (const code of [
  'WRONG_VERSION_NUMBER',
  'PACKET_LENGTH_TOO_LONG',
  'HTTP_REQUEST',
  'RECORD_LAYER_FAILURE',
  'UNEXPECTED_MESSAGE',
  'BAD_RECORD_TYPE',
  'INVALID_RECORD_TYPE',
])
  handshakeWords[`ERR_SSL_${code}`] = notTls;

/** Describes an OpenSSL handshake error for users. */
export function handshakeProblem(code: string): string {
  return handshakeWords[code] ?? `The secure connection could not be made (${code || 'handshake failed'}).`;
}
