/** Control characters, and what hides or turns text around it: zero-width characters and marks of direction. */
const UNPRINTABLE = /[\p{Cc}\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]+/gu;

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
