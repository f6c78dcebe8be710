import snmpClient from 'net-snmp';
import type { CredentialResult } from '#api/contract/agent-methods/credential.ts';
import { readName } from '../discovery/read-snmp.ts';
import { SnmpTimedOut } from '../discovery/snmp-session.ts';
import type { MethodHandler } from './method.ts';

/** How long the device may take to answer, in milliseconds. */
const ANSWER_MS = 3000;

/** Reads the name of a device with the credential; returns the reason if the device does not accept it. */
export const credentialTest: MethodHandler<'credential.test'> = async ({ address, credential }, { signal }) => {
  try {
    const name = await readName(address, credential, { timeoutMs: ANSWER_MS, signal });
    return { result: 'valid', reason: 'answered', name };
  } catch (error) {
    signal.throwIfAborted();
    return { result: 'invalid', reason: reasonOf(error), name: '' };
  }
};

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
