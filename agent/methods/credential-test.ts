import snmpClient from 'net-snmp';
import type { CredentialResult } from '#api/contract/agent-methods/credential.ts';
import type { LoginCredential, SnmpCredential } from '#api/contract/agent-methods/discovery.ts';
import type { AgentPart } from '#api/contract/agent-methods/registry.ts';
import { readName } from '../discovery/read-snmp.ts';
import { SnmpTimedOut } from '../discovery/snmp-session.ts';
import { tryLogin } from '../login/login.ts';
import type { MethodHandler } from './method.ts';

type Result = AgentPart<'credential.test', 'result'>;

/** How long the device may take to answer, in milliseconds. */
const ANSWER_MS = 3000;

/** Signs in at a device with the credential; returns the reason if the device does not accept it. */
export const credentialTest: MethodHandler<'credential.test'> = ({ address, credential }, { signal }) =>
  credential.credentialType === 'TELNET_SSH'
    ? testLogin(address, credential, signal)
    : testSnmp(address, credential, signal);

async function testLogin(address: string, credential: LoginCredential, signal: AbortSignal): Promise<Result> {
  // It is tried where the protocols are, whether or not they are offered.
  const tried = await tryLogin(address, credential, { ssh: true, telnet: true }, { connectMs: ANSWER_MS, signal });
  const attempt = tried?.attempt ?? 'unreachable';
  if (tried !== undefined && attempt === 'accepted')
    return { result: 'valid', reason: `signed_in_by_${tried.protocol}`, name: '' };
  const reasons = { refused: 'login_refused', undecided: 'login_undecided', unreachable: 'no_login' } as const;
  return { result: 'invalid', reason: attempt === 'accepted' ? 'no_login' : reasons[attempt], name: '' };
}

/** Reads the name of the device. */
async function testSnmp(address: string, credential: SnmpCredential, signal: AbortSignal): Promise<Result> {
  try {
    const name = await readName(address, credential, { timeoutMs: ANSWER_MS, signal });
    return { result: 'valid', reason: 'answered', name };
  } catch (error) {
    signal.throwIfAborted();
    return { result: 'invalid', reason: reasonOf(error), name: '' };
  }
}

/** The reports of SNMP v3 (RFC 3414 §3.2), as `net-snmp` names them. */
const reports: readonly (readonly [RegExp, CredentialResult])[] = [
  [/^Unknown User Name/i, 'unknown_user'],
  [/^Wrong Digest/i, 'wrong_auth_key'],
  [/^(Unsupported Security Level|Decryption Error)/i, 'refused'],
];

function reasonOf(error: unknown): CredentialResult {
  if (error instanceof SnmpTimedOut) return 'no_answer';
  // AuthorizationError and the like: the device knows the user, and not for this.
  if (error instanceof snmpClient.RequestFailedError) return 'refused';
  // OpenSSL 3 has no DES unless its legacy provider is loaded.
  if ((error as { code?: unknown }).code === 'ERR_OSSL_EVP_UNSUPPORTED') return 'unsupported';
  const message = error instanceof Error ? error.message : '';
  return reports.find(([pattern]) => pattern.test(message))?.[1] ?? 'failed';
}
