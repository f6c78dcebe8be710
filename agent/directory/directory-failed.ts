import type { DirectoryCode } from '#api/contract/agent-methods/directory.ts';
import { bounded } from '../inventory/bounded.ts';
import type { Outcome } from './messages.ts';

const LONGEST_MESSAGE = 500;

/** Why a request to a directory did not succeed. */
export class DirectoryFailed extends Error {
  override name = 'DirectoryFailed';
  readonly code: DirectoryCode;

  constructor(code: DirectoryCode, message = '') {
    super(bounded(message, LONGEST_MESSAGE));
    this.code = code;
  }
}

/** Result codes of LDAP (RFC 4511 appendix A), without those that only a path can cause. */
const codes: Readonly<Record<number, DirectoryCode>> = {
  8: 'encryption_refused', // strongerAuthRequired
  13: 'encryption_refused', // confidentialityRequired
  49: 'incorrect_username_or_password', // invalidCredentials
  50: 'access_denied', // insufficientAccessRights
};

/** referral, noSuchObject, invalidDNSyntax and namingViolation: all say that the path is not of this directory. */
const codesOfPath: ReadonlySet<number> = new Set([10, 32, 34, 64]);

/** Active Directory says in its message why it refuses an account: `data 532`. In words where the code does not say it. */
const refusals: Readonly<Record<string, readonly [DirectoryCode, string]>> = {
  '525': ['incorrect_username_or_password', ''],
  '52e': ['incorrect_username_or_password', ''],
  '530': ['access_denied', 'The account may not sign in at this time'],
  '531': ['access_denied', 'The account may not sign in from this computer'],
  '532': ['incorrect_username_or_password', 'The password has expired'],
  '533': ['incorrect_username_or_password', 'The account is disabled'],
  '701': ['incorrect_username_or_password', 'The account has expired'],
  '773': ['incorrect_username_or_password', 'The password must be changed before the next sign-in'],
  '775': ['incorrect_username_or_password', 'The account is locked'],
};

const INVALID_CREDENTIALS = 49;

/** ERROR_PRIVILEGE_NOT_HELD of Windows: 1314 decimal, 522 hexadecimal. */
const privilegeNotHeld = /^0*522\b|\b0x0*522\b|\b1314\b|ERROR_PRIVILEGE_NOT_HELD/i;

/** What a result other than success means. `on` says what the request named. */
export function failureOf(
  { resultCode, message }: Pick<Outcome, 'resultCode' | 'message'>,
  on: 'account' | 'path',
): DirectoryFailed {
  if (privilegeNotHeld.test(message)) return new DirectoryFailed('required_privilege_not_held');
  if (resultCode === INVALID_CREDENTIALS) {
    const reason = /\bdata ([0-9a-f]+)\b/i.exec(message)?.[1]?.toLowerCase() ?? '';
    const [code, words] = refusals[reason] ?? (['incorrect_username_or_password', ''] as const);
    return new DirectoryFailed(code, words);
  }
  if (on === 'path' && codesOfPath.has(resultCode)) return new DirectoryFailed('invalid_ou_path');
  const code = codes[resultCode];
  return code ? new DirectoryFailed(code) : new DirectoryFailed('failed', message || `LDAP result ${resultCode}`);
}

/** The code and message of an answer. @throws whatever else went wrong */
export function answerOf(error: unknown): { code: DirectoryCode; message: string } {
  if (error instanceof DirectoryFailed) return { code: error.code, message: error.message };
  throw error;
}
