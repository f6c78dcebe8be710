import { Refused } from '../refused.ts';

const MINIMUM_LENGTH = 10;
const FEWEST_DIFFERENT = 5;
/** A shorter local part would forbid half of all passwords. */
const SHORTEST_LOCAL_PART = 4;

/** The stems of the common passwords that are long enough to pass otherwise. */
const common = [
  'password', 'passw0rd', 'p@ssword', 'p@ssw0rd', 'qwertyuiop', 'qwerty123', 'qwertz123', 'asdfghjkl', 'zxcvbnm', '1234567890', '0987654321', '123456789',
  '1q2w3e4r5t', '1qaz2wsx3edc', 'qazwsxedc', 'iloveyou', 'letmein', 'welcome', 'administrator', 'changeme', 'football', 'baseball', 'superman', 'batman',
  'princess', 'sunshine', 'trustno1', 'starwars', 'whatever', 'monkey', 'dragon', 'master', 'secret', 'shadow', 'michael', 'computer', 'internet',
  'samsung', 'abcdefghij', 'abcd1234', 'abc123', 'correcthorsebatterystaple', 'cairn',
]; // prettier-ignore

/** Why a password is too weak for this email, in words for the person; undefined when it is fine. */
export function weaknessOf(password: string, email: string): string | undefined {
  if ([...password].length < MINIMUM_LENGTH) return `Use at least ${MINIMUM_LENGTH} characters.`;
  const lowered = password.normalize('NFKC').toLowerCase();
  if (new Set(lowered).size < FEWEST_DIFFERENT) return `Use at least ${FEWEST_DIFFERENT} different characters.`;
  const localPart = (email.split('@')[0] ?? '').toLowerCase();
  if (localPart.length >= SHORTEST_LOCAL_PART && lowered.includes(localPart)) {
    return 'Choose a password that does not contain your email name.';
  }
  if (isCommon(lowered)) return 'This password is too common. Choose another one.';
  return undefined;
}

/** A common word, alone or repeated, whatever digits and signs stand around it. */
function isCommon(lowered: string): boolean {
  const characters = [...lowered];
  const isLetter = (character: string) => /\p{L}/u.test(character);
  const first = characters.findIndex(isLetter);
  const bare = first < 0 ? '' : characters.slice(first, characters.findLastIndex(isLetter) + 1).join('');
  return common.some((word) => [lowered, bare].some((text) => text === word || text.replaceAll(word, '') === ''));
}

/** @throws Refused `password_too_weak` with the words on `pointer`. */
export function requireStrongPassword(password: string, email: string, pointer: string): void {
  const weakness = weaknessOf(password, email);
  if (weakness) throw new Refused('password_too_weak', { message: weakness, fields: { [pointer]: weakness } });
}
