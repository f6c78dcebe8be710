// prettier-ignore
const accents: Readonly<Record<string, string>> = {
  a: 'á', b: 'ƀ', c: 'ç', d: 'ð', e: 'é', f: 'ƒ', g: 'ĝ', h: 'ĥ', i: 'î', j: 'ĵ', k: 'ķ', l: 'ļ', m: 'ɱ',
  n: 'ñ', o: 'ö', p: 'þ', q: 'ǫ', r: 'ŕ', s: 'š', t: 'ţ', u: 'û', v: 'ṽ', w: 'ŵ', x: 'ẋ', y: 'ý', z: 'ž',
  A: 'Å', B: 'Ɓ', C: 'Ç', D: 'Ð', E: 'É', F: 'Ƒ', G: 'Ĝ', H: 'Ĥ', I: 'Î', J: 'Ĵ', K: 'Ķ', L: 'Ļ', M: 'Ṁ',
  N: 'Ñ', O: 'Ö', P: 'Þ', Q: 'Ǫ', R: 'Ŕ', S: 'Š', T: 'Ţ', U: 'Û', V: 'Ṽ', W: 'Ŵ', X: 'Ẋ', Y: 'Ý', Z: 'Ž',
};

/** What is filled in, and keys of other texts, stay as they are. */
const KEPT = /(\{\{[^{}]*\}\}|\{[^{}]*\}|\$t\([^()]*\))/;
/** Translations are about this much longer than the English. */
const LONGER = 0.4;
const FILLING = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** A text in the pseudo-language: `Name` is `[Ñáɱé öñé]`. Who sees other letters sees a text that nobody can translate. */
export function pseudo(text: string): string {
  if (text.trim() === '') return text;
  const parts = text.split(KEPT);
  const letters = parts
    .filter((_, index) => index % 2 === 0)
    .join('')
    .trim().length;
  const said = parts.map((part, index) => (index % 2 === 0 ? accented(part) : part)).join('');
  return `[${said}${accented(filling(Math.ceil(letters * LONGER)))}]`;
}

function accented(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => accents[letter] ?? letter);
}

/** Words that make a text longer by at least this many characters. */
function filling(length: number): string {
  let words = '';
  for (let index = 0; words.length < length; index += 1) words += ` ${FILLING[index % FILLING.length] ?? ''}`;
  return words;
}
