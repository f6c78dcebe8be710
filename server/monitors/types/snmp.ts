import snmpClient from 'net-snmp';
import { parseHost } from '../../outbound/host.ts';
import { OutboundFailed } from '../../outbound/outbound-failed.ts';
import { secondsText } from '../../outbound/quantities.ts';
import { resolveTarget } from '../../outbound/resolve.ts';
import { BrowseFailed, type Browsed, type BrowsedObject } from '../checks/browse.ts';
import { noDetail, type CheckContext, type Outcome, type StoredConfig, type Watch } from '../checks/check.ts';
import { keywordFact } from '../checks/keyword.ts';
import { quoted } from '../checks/known.ts';
import { failedOutcome, outboundOutcome, round } from '../checks/outcome.ts';
import { nameOfOid } from '../checks/oid-names.ts';
import { plainText } from '../checks/plain-text.ts';
import { numberOf, textOf } from '../checks/stored.ts';
import { above, below, failed } from '../conditions/comparisons.ts';
import type { Parameters } from '../conditions/condition.ts';
import type { ServerType } from './server-type.ts';

const { AuthProtocols, PrivProtocols, SecurityLevel, ObjectType, Version1, Version2c } = snmpClient;
type Session = ReturnType<typeof snmpClient.createSession>;
type Varbind = Parameters0<Parameters0<Session['get'], 1>, 1>[number];
/** The type of a parameter of a function, as it is given. */
type Parameters0<F, At extends number> = F extends (...args: infer A) => unknown ? NonNullable<A[At]> : never;

/** UTF-16 units of a value that are kept. */
const longestValue = 4096;
const usualPort = 161;
/** UTF-16 units of a value that are shown while browsing. */
const longestShown = 200;
const numberFact = 'snmpNumber';
/** The error of net-snmp, whose types do not export it. */
const timedOut = 'RequestTimedOutError';

/** One value of an SNMP agent. It fails when no answer comes in time, and when the agent has no value at the OID. */
export const snmp = {
  check: {
    fields: [
      'hostname',
      'snmpPort',
      'snmpVersion',
      'snmpCommunity',
      'snmpUsername',
      'snmpSecurity',
      'snmpAuthProtocol',
      'snmpAuthKey',
      'snmpPrivProtocol',
      'snmpPrivKey',
      'snmpOid',
      'snmpRetries',
    ],
    secrets: { snmpCommunity: serverOf, snmpAuthKey: serverOf, snmpPrivKey: serverOf },
    unused: unusedFields,
    target: (config) => `${textOf(config, 'hostname')}: ${textOf(config, 'snmpOid')}`,
    run,
  },
  browse,
  conditions: {
    SnmpFailed: failed,
    SnmpText: {
      parameters: ['runCount', 'snmpMatch', 'snmpText'],
      incident: 'disrupted',
      looksAt: 'this text in the value',
      fact: textFact,
      fails({ facts }, parameters) {
        const found = facts?.[textFact(parameters)];
        return found === undefined ? undefined : (found === 1) === isWanted(parameters);
      },
    },
    SnmpNumber: {
      parameters: ['runCount', 'snmpBound', 'snmpNumber'],
      incident: 'disrupted',
      looksAt: 'the value as a number',
      fact: () => numberFact,
      fails: ({ facts }, { snmpBound, snmpNumber }) =>
        (snmpBound === 'BELOW' ? below : above)(facts?.[numberFact], snmpNumber),
    },
  },
} satisfies ServerType;

async function run(config: StoredConfig, context: CheckContext): Promise<Outcome> {
  const { policy, timeoutMs, signal } = context;
  const startedAt = performance.now();
  let address: string | undefined;
  try {
    [address] = await resolveTarget(parseHost(textOf(config, 'hostname')), policy, timeoutMs);
  } catch (error) {
    if (error instanceof OutboundFailed) return outboundOutcome(error);
    throw error;
  }
  if (address === undefined) return failedOutcome('dns_failed', 'The name has no address.');
  const askedAt = performance.now();
  const left = Math.max(1, timeoutMs - (askedAt - startedAt));
  try {
    const found = await ask(config, { ...context, address, milliseconds: left });
    return outcomeOf(found, config, context.conditions, { address, responseTime: round(performance.now() - askedAt) });
  } catch (error) {
    if (signal.aborted) return failedOutcome('cancelled', 'The check was cancelled.', { address });
    return failureOf(error, config, { address, timeoutMs });
  }
}

interface Asked extends Pick<CheckContext, 'open' | 'signal'> {
  address: string;
  milliseconds: number;
}

/** The value at the OID. Rejects with an error of `net-snmp`. */
function ask(config: StoredConfig, asked: Asked): Promise<Varbind> {
  return inSession(config, asked, (session, settle) =>
    session.get([textOf(config, 'snmpOid').replace(/^\./, '')], settle),
  );
}

/** Sends one request and answers its first value. Rejects with an error of `net-snmp`. */
function inSession(
  config: StoredConfig,
  { address, milliseconds, open, signal }: Asked,
  send: (session: Session, settle: (error: Error | null, varbinds?: Varbind[]) => void) => void,
): Promise<Varbind> {
  const retries = Math.max(0, numberOf(config, 'snmpRetries', 1));
  const options = {
    port: numberOf(config, 'snmpPort', usualPort),
    transport: address.includes(':') ? ('udp6' as const) : ('udp4' as const),
    retries,
    timeout: Math.max(1, Math.floor(milliseconds / (retries + 1))),
    backoff: 1,
    idBitsSize: 32,
  };
  const secret = (field: string) => (textOf(config, field) === '' ? '' : open(textOf(config, field)));
  const session = openSession(config, address, options, secret);
  return new Promise<Varbind>((resolve, reject) => {
    const abort = () => reject(new Error('cancelled'));
    signal.addEventListener('abort', abort, { once: true });
    // A broken datagram or socket is told here and not to the request.
    session.on('error', reject);
    // Discovery of a version 3 agent has retries of its own.
    const timer = setTimeout(() => reject(Object.assign(new Error(timedOut), { name: timedOut })), milliseconds);
    send(session, (error, varbinds) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      const [varbind] = varbinds ?? [];
      if (error) reject(error);
      else if (varbind === undefined) reject(new Error('The agent answered without a value.'));
      else resolve(varbind);
    });
  }).finally(() => session.close());
}

/** Objects of one level that are shown. */
const mostObjects = 200;
/** Beyond all that stands below an object. */
const lastArc = 4_294_967_295;

/** Goes from one object of a level to the next, without reading what stands below each. */
async function browse(config: StoredConfig, below: string, context: CheckContext): Promise<Browsed> {
  const { policy, timeoutMs } = context;
  const until = performance.now() + timeoutMs;
  const parent = below.replace(/^\./, '');
  if (!/^[0-2](?:\.\d{1,10}){1,127}$/.test(parent)) throw new BrowseFailed(`${quoted(below)} is no OID.`);
  let address: string | undefined;
  try {
    [address] = await resolveTarget(parseHost(textOf(config, 'hostname')), policy, timeoutMs);
  } catch (error) {
    if (error instanceof OutboundFailed) throw new BrowseFailed(outboundOutcome(error).message, { cause: error });
    throw error;
  }
  if (address === undefined) throw new BrowseFailed('The name has no address.');
  const objects: BrowsedObject[] = [];
  let from = parent;
  try {
    while (objects.length < mostObjects) {
      const milliseconds = Math.max(1, until - performance.now());
      const found = await inSession(config, { ...context, address, milliseconds }, (session, settle) =>
        session.getNext([from], settle),
      );
      const rest = found.oid.startsWith(`${parent}.`) ? found.oid.slice(parent.length + 1).split('.') : [];
      const [arc = ''] = rest;
      if (rest.length === 0 || snmpClient.isVarbindError(found)) return { objects, more: false };
      const child = `${parent}.${arc}`;
      // An object without a table has one value, at 0.
      const isValue = rest.length === 1 || (rest.length === 2 && rest[1] === '0');
      const name = nameOfOid(child) ?? (isValue && rest.length === 1 ? nameOfOid(parent) : undefined);
      objects.push({
        value: isValue ? found.oid : child,
        label: name ?? arc,
        detail: isValue ? plainText(valueText(found), longestShown) : null,
        hasChildren: !isValue,
      });
      // An agent that answers with what stood before would be asked for ever.
      const next = rest.length === 1 ? found.oid : `${child}.${lastArc}`;
      if (next === from) break;
      from = next;
    }
  } catch (error) {
    // Version 1 says so that there is nothing more.
    if (error instanceof snmpClient.RequestFailedError && error.status === snmpClient.ErrorStatus.NoSuchName)
      return { objects, more: false };
    const { message } = failureOf(error, config, { address, timeoutMs });
    throw new BrowseFailed(message, { cause: error });
  }
  return { objects, more: true };
}

type Options = NonNullable<Parameters0<typeof snmpClient.createSession, 2>>;

function openSession(
  config: StoredConfig,
  address: string,
  options: Omit<Options, 'version'>,
  secret: (field: string) => string,
): Session {
  const version = textOf(config, 'snmpVersion', 'V2C');
  if (version !== 'V3')
    return snmpClient.createSession(address, secret('snmpCommunity'), {
      ...options,
      version: version === 'V1' ? Version1 : Version2c,
    });
  const security = textOf(config, 'snmpSecurity', 'AUTH_PRIV');
  const level =
    security === 'NO_AUTH'
      ? SecurityLevel.noAuthNoPriv
      : security === 'AUTH'
        ? SecurityLevel.authNoPriv
        : SecurityLevel.authPriv;
  const user = {
    name: textOf(config, 'snmpUsername'),
    level,
    ...(security !== 'NO_AUTH' && {
      authProtocol: authProtocols[textOf(config, 'snmpAuthProtocol')] ?? AuthProtocols.sha256,
      authKey: secret('snmpAuthKey'),
    }),
    ...(security === 'AUTH_PRIV' && {
      privProtocol: privProtocols[textOf(config, 'snmpPrivProtocol')] ?? PrivProtocols.aes,
      privKey: secret('snmpPrivKey'),
    }),
  };
  return snmpClient.createV3Session(address, user, options);
}

const authProtocols: Readonly<Record<string, (typeof AuthProtocols)[keyof typeof AuthProtocols]>> = {
  MD5: AuthProtocols.md5,
  SHA: AuthProtocols.sha,
  SHA224: AuthProtocols.sha224,
  SHA256: AuthProtocols.sha256,
  SHA384: AuthProtocols.sha384,
  SHA512: AuthProtocols.sha512,
};
const privProtocols: Readonly<Record<string, (typeof PrivProtocols)[keyof typeof PrivProtocols]>> = {
  DES: PrivProtocols.des,
  AES: PrivProtocols.aes,
  AES256B: PrivProtocols.aes256b,
  AES256R: PrivProtocols.aes256r,
};

function outcomeOf(
  varbind: Varbind,
  config: StoredConfig,
  conditions: readonly Watch[],
  { address, responseTime }: { address: string; responseTime: number },
): Outcome {
  const oid = textOf(config, 'snmpOid');
  if (snmpClient.isVarbindError(varbind))
    return {
      ...failedOutcome('no_value', `The agent has no value at ${oid} (${typeName(varbind)}).`, { address }),
      responseTime,
    };
  const value = valueText(varbind);
  const type = typeName(varbind);
  const number = asNumber(value);
  const words = `${oid} is ${quoted(value)} (${type}).`;
  const notes: Record<string, string> = { [numberFact]: number === undefined ? `${words} It is not a number.` : words };
  const facts: Record<string, number> = number === undefined ? {} : { [numberFact]: number };
  for (const { type: condition, parameters } of conditions) {
    if (condition !== 'SnmpText') continue;
    facts[textFact(parameters)] = matches(value, parameters) ? 1 : 0;
    notes[textFact(parameters)] = words;
  }
  return {
    ok: true,
    responseTime,
    error: null,
    message: words,
    statusCode: null,
    facts,
    notes,
    detail: { ...noDetail, address, values: [{ name: oid, type, value }] },
  };
}

function failureOf(
  error: unknown,
  config: StoredConfig,
  { address, timeoutMs }: { address: string; timeoutMs: number },
): Outcome {
  const reason = error instanceof Error ? plainText(error.message, 200) : '';
  const agent = `${address}, port ${numberOf(config, 'snmpPort', usualPort)},`;
  if (error instanceof Error && error.name === timedOut) {
    const secret = textOf(config, 'snmpVersion', 'V2C') === 'V3' ? '' : ' An agent does not answer a wrong community.';
    return failedOutcome('timed_out', `${agent} did not answer within ${secondsText(timeoutMs)}.${secret}`, {
      address,
    });
  }
  if (error instanceof snmpClient.RequestFailedError) {
    // Version 1 knows no other way to say that there is no such object.
    if (error.status === snmpClient.ErrorStatus.NoSuchName)
      return failedOutcome('no_value', `The agent has no value at ${textOf(config, 'snmpOid')} (noSuchName).`, {
        address,
      });
    return failedOutcome('no_value', `The agent refused the request: ${reason}.`, { address });
  }
  if (error instanceof snmpClient.ResponseInvalidError)
    return failedOutcome('login_failed', `The agent refused the user or the keys: ${reason}.`, { address });
  return failedOutcome('no_reply', `The request to ${address} failed: ${reason}.`, { address });
}

/** As text; bytes that are no readable UTF-8 in hexadecimal. */
function valueText({ type, value }: Varbind): string {
  if (type === ObjectType.Counter64 && Buffer.isBuffer(value))
    return value.length === 0 ? '0' : BigInt(`0x${value.toString('hex')}`).toString();
  if (!Buffer.isBuffer(value)) return plainText(String(value ?? ''), longestValue);
  const text = new TextDecoder().decode(value.subarray(0, lengthWithoutPadding(value)));
  // oxlint-disable-next-line no-control-regex -- Text with control characters is shown in hexadecimal.
  const isReadable = !/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text);
  return plainText(isReadable ? text : (value.toString('hex').match(/../g) ?? []).join(':'), longestValue);
}

/** Some agents pad text with NUL. No regular expression: `\0+$` takes quadratic time on what a hostile agent can send. */
function lengthWithoutPadding(bytes: Buffer): number {
  let length = bytes.length;
  while (length > 0 && bytes[length - 1] === 0) length -= 1;
  return length;
}

function typeName({ type }: Varbind): string {
  return type === undefined ? '' : ((ObjectType as Readonly<Record<number, string>>)[type] ?? String(type));
}

/** Agents say a decimal as text. */
function asNumber(value: string): number | undefined {
  return /^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}

const isPart = ({ snmpMatch }: Parameters) => snmpMatch === 'CONTAINS' || snmpMatch === 'NOT_CONTAINS';
const isWanted = ({ snmpMatch }: Parameters) => snmpMatch === 'CONTAINS' || snmpMatch === 'EQUALS';

/** The history keeps one fact for a text and its opposite. */
function textFact(parameters: Parameters): string {
  return keywordFact(isPart(parameters) ? 'snmpContains' : 'snmpEquals', String(parameters['snmpText'] ?? ''));
}

function matches(value: string, parameters: Parameters): boolean {
  const text = String(parameters['snmpText'] ?? '');
  return isPart(parameters) ? value.includes(text) : value.trim() === text.trim();
}

function serverOf(config: StoredConfig): string {
  const host = textOf(config, 'hostname');
  return host === '' ? '' : `${host.toLowerCase()}:${numberOf(config, 'snmpPort', usualPort)}`;
}

function unusedFields(config: StoredConfig): string[] {
  if (textOf(config, 'snmpVersion') !== 'V3')
    return ['snmpUsername', 'snmpSecurity', 'snmpAuthProtocol', 'snmpAuthKey', 'snmpPrivProtocol', 'snmpPrivKey'];
  const security = textOf(config, 'snmpSecurity');
  return [
    'snmpCommunity',
    ...(security === 'NO_AUTH' ? ['snmpAuthProtocol', 'snmpAuthKey'] : []),
    ...(security === 'AUTH_PRIV' ? [] : ['snmpPrivProtocol', 'snmpPrivKey']),
  ];
}
