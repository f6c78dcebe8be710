const KINDS: [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^a-zA-Z\d]/, 33],
];
const GUESSED_FIRST = /pass(word)?|qwert[yz]|admin|welcome|letmein|secret|cairn|12345|abcde|111+|000+/gi;
/** Bits from which a password is weak, fair, good, strong. */
const STEPS = [1, 40, 60, 80];

/**
 * How hard a password is to guess: 0 (nothing) to 4. Counts the characters that say something new (repeats, runs and
 * the words that are tried first count as one) and the kinds they come from.
 */
export function strengthOf(password: string): number {
  const telling = password.replace(GUESSED_FIRST, '·').replace(/(.)\1+/gu, '$1');
  const different = new Set(telling).size;
  const alphabet = KINDS.reduce((sum, [kind, size]) => (kind.test(password) ? sum + size : sum), 0);
  const length = Math.min([...telling].length, different * 3);
  const bits = alphabet === 0 ? 0 : length * Math.log2(alphabet);
  return STEPS.filter((step) => bits >= step).length;
}
