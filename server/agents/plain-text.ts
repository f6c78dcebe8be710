/** Control characters, and what hides or turns text around it: whatever shows nothing by itself, but for the selectors of emoji. */
const UNPRINTABLE = /(?:[\p{Cc}\u2028\u2029]|(?![\uFE00-\uFE0F])\p{Default_Ignorable_Code_Point})+/gu;

/** A text from a device as it may be stored and shown: one line, nothing invisible, no half of a surrogate pair. */
export function plainText(text: string): string {
  return text.toWellFormed().replaceAll(UNPRINTABLE, ' ').trim();
}

/** The same for every text inside a value of JSON. */
export function plainTexts<T>(value: T): T {
  if (typeof value === 'string') return plainText(value) as T;
  if (Array.isArray(value)) return value.map(plainTexts) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainTexts(inner)])) as T;
}
