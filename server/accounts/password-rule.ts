import { Refused } from '../refused.ts';

const MINIMUM_LENGTH = 10;
const FEWEST_DIFFERENT = 5;
/** Shorter local parts are ignored: they occur in too many passwords. */
const SHORTEST_LOCAL_PART = 4;

/** Stems of the common passwords that would pass the length check. */
const common = [
  'password', 'passw0rd', 'p@ssword', 'p@ssw0rd', 'qwertyuiop', 'qwerty123', 'qwertz123', 'asdfghjkl', 'zxcvbnm', '1234567890', '0987654321', '123456789',
  '1q2w3e4r5t', '1qaz2wsx3edc', 'qazwsxedc', 'iloveyou', 'letmein', 'welcome', 'administrator', 'changeme', 'football', 'baseball', 'superman', 'batman',
  'princess', 'sunshine', 'trustno1', 'starwars', 'whatever', 'monkey', 'dragon', 'master', 'secret', 'shadow', 'michael', 'computer', 'internet',
  'samsung', 'abcdefghij', 'abcd1234', 'abc123', 'correcthorsebatterystaple', 'cairn',
]; // prettier-ignore

/** The reason why a password is too weak for this email, shown to the user; undefined when it is strong enough. */
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

/** A common word, alone or repeated, surrounded by any digits and punctuation. */
function isCommon(lowered: string): boolean {
  const characters = [...lowered];
  const isLetter = (character: string) => /\p{L}/u.test(character);
  const first = characters.findIndex(isLetter);
  const bare = first < 0 ? '' : characters.slice(first, characters.findLastIndex(isLetter) + 1).join('');
  return common.some((word) => [lowered, bare].some((text) => text === word || text.replaceAll(word, '') === ''));
}

/** @throws Refused `password_too_weak` with the reason on `pointer`. */
export function requireStrongPassword(password: string, email: string, pointer: string): void {
  const weakness = weaknessOf(password, email);
  if (weakness) throw new Refused('password_too_weak', { message: weakness, fields: { [pointer]: weakness } });
}
