// A spreadsheet runs a cell that begins with one of `=+-@` as a formula. It may find such a cell inside another one: where it
// expects semicolons a file of commas falls apart at each semicolon, quoted or not. An apostrophe before the sign makes it text.
const before = String.raw`(^|[;,\t\r\n|])(["'\s]*)`;
const sign = String.raw`([=+\-@＝＋－＠])`;
const opening = new RegExp(before + sign, 'gu');
const guarded = new RegExp(`${before}'${sign}`, 'gu');

/** The text as no spreadsheet runs it. */
export function guard(text: string): string {
  return text.replace(opening, "$1$2'$3");
}

/** The text as it was before `guard`. */
export function unguard(text: string): string {
  return text.replace(guarded, '$1$2$3');
}
