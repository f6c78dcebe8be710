import { isIPv6 } from 'node:net';
import snmpClient from 'net-snmp';
import type { SnmpCredential } from '#api/contract/agent-methods/discovery.ts';
import { onAbort } from './on-abort.ts';

const { AuthProtocols, PrivProtocols, SecurityLevel, Version1, Version2c } = snmpClient;
type Session = ReturnType<typeof snmpClient.createSession>;
export type Varbind = NonNullable<Parameters<NonNullable<Parameters<Session['get']>[1]>>[1]>[number];

const levels = {
  NO_AUTH: SecurityLevel.noAuthNoPriv,
  AUTH: SecurityLevel.authNoPriv,
  AUTH_PRIV: SecurityLevel.authPriv,
} as const;
const authProtocols = {
  MD5: AuthProtocols.md5,
  SHA: AuthProtocols.sha,
  SHA224: AuthProtocols.sha224,
  SHA256: AuthProtocols.sha256,
  SHA384: AuthProtocols.sha384,
  SHA512: AuthProtocols.sha512,
} as const;
const privProtocols = {
  DES: PrivProtocols.des,
  AES: PrivProtocols.aes,
  AES256B: PrivProtocols.aes256b,
  AES256R: PrivProtocols.aes256r,
} as const;

/** The request timed out. SNMP v1 and v2c agents do not reply to a wrong community. */
export class SnmpTimedOut extends Error {}

export interface SnmpSession {
  /** @throws SnmpTimedOut; RequestFailedError and ResponseInvalidError of `net-snmp` */
  get(oids: string[]): Promise<Varbind[]>;
  getNext(oid: string): Promise<Varbind | undefined>;
  /** The next rows after an OID in one datagram; SNMP v1 has no such request. */
  getBulk(oid: string, rows: number): Promise<Varbind[]>;
  close(): void;
}

/** Opens a session without retries: each request times out after `timeoutMs` (SNMP v3: twice that) and ends at once when the signal aborts. */
export function openSnmp(
  address: string,
  credential: SnmpCredential,
  { timeoutMs, signal, port = 161 }: { timeoutMs: number; signal: AbortSignal; port?: number },
): SnmpSession {
  const session = createSession(address, credential, {
    port,
    transport: isIPv6(address) ? 'udp6' : 'udp4',
    retries: 0,
    timeout: timeoutMs,
    idBitsSize: 32,
  });
  // net-snmp reports a malformed datagram or a socket error here, not to the callback of the request.
  let fail: (error: Error) => void = () => undefined;
  session.on('error', (error: Error) => fail(error));
  const ask = (send: (settle: (error: Error | null, varbinds?: Varbind[]) => void) => void): Promise<Varbind[]> =>
    new Promise<Varbind[]>((resolve, reject) => {
      signal.throwIfAborted();
      const refuse = (error: Error) => {
        clearTimeout(timer);
        forget();
        reject(error);
      };
      const late = () => refuse(new SnmpTimedOut(`${address} did not answer within ${timeoutMs} ms`));
      // SNMP v3 discovers the engine of the agent first, which is a request of its own.
      const timer = setTimeout(late, 2 * timeoutMs);
      const forget = onAbort(signal, () => refuse(signal.reason as Error));
      fail = refuse;
      send((error, varbinds = []) => {
        if (error?.name === 'RequestTimedOutError') return late();
        if (error) return refuse(error);
        clearTimeout(timer);
        forget();
        resolve(varbinds);
      });
    });
  return {
    get: (oids) => ask((settle) => session.get(oids, settle)),
    getNext: async (oid) => (await ask((settle) => session.getNext([oid], settle)))[0],
    getBulk: (oid, rows) =>
      ask((settle) =>
        session.getBulk([oid], 0, rows, (error, groups) => {
          // With no non-repeaters and one repeater, its varbinds are the only group.
          const [group] = groups ?? [];
          settle(error, Array.isArray(group) ? group : group === undefined ? [] : [group]);
        }),
      ),
    close: () => session.close(),
  };
}

type Options = NonNullable<Parameters<typeof snmpClient.createV3Session>[2]>;

function createSession(address: string, credential: SnmpCredential, options: Options): Session {
  switch (credential.credentialType) {
    case 'SNMP_V1':
      return snmpClient.createSession(address, credential.community ?? '', { ...options, version: Version1 });
    case 'SNMP_V2C':
      return snmpClient.createSession(address, credential.community ?? '', { ...options, version: Version2c });
    case 'SNMP_V3': {
      const { username = '', security = 'AUTH_PRIV', authProtocol = 'SHA256', privProtocol = 'AES' } = credential;
      const user = {
        name: username,
        level: levels[security],
        ...(security !== 'NO_AUTH' && { authProtocol: authProtocols[authProtocol], authKey: credential.authKey ?? '' }),
        ...(security === 'AUTH_PRIV' && {
          privProtocol: privProtocols[privProtocol],
          privKey: credential.privKey ?? '',
        }),
      };
      return snmpClient.createV3Session(address, user, options);
    }
    default:
      return unreachable(credential.credentialType);
  }
}

function unreachable(type: never): never {
  throw new Error(`there is no SNMP credential of type ${String(type)}`);
}
