import { defaultWords } from '#engine/vocabulary/words.ts';
import { characters } from '#engine/vocabulary/runtime.ts';
import type { FieldError } from '#engine/document/document.ts';
import { Refused } from './refused.ts';

/** @throws Refused `invalid_input` when any field has words against it. */
export function requireFields(fields: Record<string, string | undefined>): void {
  const wrong = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  if (wrong.length > 0) throw new Refused('invalid_input', { fields: Object.fromEntries(wrong) });
}

/** What screen documents found, as a refusal with the same words. @throws Refused `invalid_input` */
export function requireAnswers(...found: FieldError[][]): void {
  const fields: Record<string, string> = {};
  for (const { pointer, message } of found.flat()) fields[pointer] ??= message;
  requireFields(fields);
}

/** For a field that no screen document asks: a text that is there and not too long, in the words of the vocabulary. */
export function textWords(text: string, limit: number): string | undefined {
  if (text.trim() === '') return defaultWords('notBlank', {});
  return characters(text) > limit ? defaultWords('maxLength', { limit }) : undefined;
}
