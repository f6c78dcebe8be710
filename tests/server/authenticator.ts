// A security key in software: it signs what a browser would let it sign, and counts.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

interface Options {
  challenge: string;
}

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

const USER_PRESENT = 0x01;
const ATTESTED = 0x40;

/** The head of a CBOR item: major type and length below 65536. */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}
const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Uint8Array) => Buffer.concat([head(2, value.length), value]);
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const map = (...entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()]);

/** A key (ES256) that a browser at `origin` uses for `rpId`. */
export function authenticator(origin: string, rpId = new URL(origin).hostname) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  let counter = 0;

  const data = (flags: number, more = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, more]);
  };
  const client = (type: string, { challenge }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  const cose = () =>
    map(
      [integer(1), integer(2)],
      [integer(3), integer(-7)],
      [integer(-1), integer(1)],
      [integer(-2), bytes(Buffer.from(x, 'base64url'))],
      [integer(-3), bytes(Buffer.from(y, 'base64url'))],
    );

  return {
    id: base64url(credentialId),
    /** COSE, base64url. */
    publicKey: () => base64url(cose()),
    /** What the browser answers to `navigator.credentials.create`, as JSON. */
    create(options: Options): string {
      const length = Buffer.from([0, credentialId.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, cose()]);
      const attestationObject = map(
        [text('fmt'), text('none')],
        [text('attStmt'), map()],
        [text('authData'), bytes(data(USER_PRESENT | ATTESTED, attested))],
      );
      return JSON.stringify({
        id: base64url(credentialId),
        response: {
          clientDataJSON: base64url(client('webauthn.create', options)),
          attestationObject: base64url(attestationObject),
          transports: ['usb'],
        },
      });
    },
    /** What it answers to `navigator.credentials.get`, as JSON. `again`: as a copy would that has not counted on. */
    get(options: Options, { again = false } = {}): string {
      if (!again) counter += 1;
      const authenticatorData = data(USER_PRESENT);
      const clientData = client('webauthn.get', options);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
      return JSON.stringify({
        id: base64url(credentialId),
        response: {
          clientDataJSON: base64url(clientData),
          authenticatorData: base64url(authenticatorData),
          signature: base64url(signature),
        },
      });
    },
  };
}
