/** Control characters, and what hides or turns text around it: whatever shows nothing by itself, but for the selectors of emoji. */
const UNPRINTABLE = /(?:[\p{Cc}\u2028\u2029]|(?![\uFE00-\uFE0F])\p{Default_Ignorable_Code_Point})+/gu;

/** A text from a device as it may be stored and shown: one line, nothing invisible, no half of a surrogate pair. */
export function plainText(text: string): string {
  return text.toWellFormed().replaceAll(UNPRINTABLE, ' ').trim();
}

/** The same for every text inside a value of JSON. */
export function plainTexts<T>(value: T): T {
  return eachText(value, plainText);
}

/** The value of JSON with each text inside it changed. */
export function eachText<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => eachText(one, change)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, eachText(inner, change)])) as T;
}

/** A text of several lines, such as output of a program: its lines, tabs and spaces stay, what else prints nothing goes. */
export function plainLines(text: string): string {
  return text
    .toWellFormed()
    .split(/\r?\n/)
    .map((line) =>
      line
        .split('\t')
        .map((part) => part.replaceAll(UNPRINTABLE, ''))
        .join('\t'),
    )
    .join('\n');
}
