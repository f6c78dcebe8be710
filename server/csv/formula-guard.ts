// A spreadsheet runs a cell that begins with one of `=+-@` as a formula. It may find such a cell inside another one: where it
// expects semicolons a file of commas falls apart at each semicolon, quoted or not. An apostrophe before the sign makes it text.
// Both ways are one pass over the text: a regular expression for this is quadratic, and a cell of tabs would hang the server.
const OTHER = 0;
const SIGN = 1;
const DELIMITER = 2;
const BLANK = 3;
const APOSTROPHE = 4;
/** What a character is, by its UTF-16 code. */
const kinds = new Uint8Array(0x1_0000);
for (let code = 0; code < kinds.length; code += 1) if (String.fromCharCode(code).trim() === '') kinds[code] = BLANK;
for (const delimiter of ';,\t\r\n|') kinds[delimiter.charCodeAt(0)] = DELIMITER;
for (const sign of '=+-@＝＋－＠') kinds[sign.charCodeAt(0)] = SIGN;
kinds['"'.charCodeAt(0)] = BLANK;
kinds["'".charCodeAt(0)] = APOSTROPHE;

/** The text as no spreadsheet runs it. */
export function guard(text: string): string {
  return atFormulas(text, (before) => `${before}'`);
}

/** The text as it was before `guard`. */
export function unguard(text: string): string {
  return atFormulas(text, (before, isGuarded) => (isGuarded ? before.slice(0, -1) : before));
}

/**
 * Changes what stands before each sign that begins a cell. A cell begins at the start or after a delimiter, and may have quotes
 * and blanks before its first character. `isGuarded`: an apostrophe stands directly before the sign.
 */
function atFormulas(text: string, change: (before: string, isGuarded: boolean) => string): string {
  const parts: string[] = [];
  let taken = 0;
  let opening = true;
  let isGuarded = false;
  for (let at = 0; at < text.length; at += 1) {
    const kind = kinds[text.charCodeAt(at)];
    if (kind === DELIMITER) {
      opening = true;
      isGuarded = false;
    } else if (opening && kind === SIGN) {
      parts.push(change(text.slice(taken, at), isGuarded));
      taken = at;
      opening = false;
    } else if (opening) {
      isGuarded = kind === APOSTROPHE;
      opening = kind !== OTHER;
    }
  }
  return taken === 0 && parts.length === 0 ? text : parts.join('') + text.slice(taken);
}
