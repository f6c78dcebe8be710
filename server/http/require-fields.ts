import { defaultWords } from '#engine/vocabulary/words.ts';
import { characters } from '#engine/vocabulary/runtime.ts';
import { formats } from '#engine/vocabulary/format-names.ts';
import type { FieldError } from '#engine/document/document.ts';
import { Refused } from './handler.ts';

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

/** The length of a text input in a labelled field unless it names its own (ruling 21). */
const TEXT_LENGTH = 50;

/** For fields that no screen document asks: a text that is there and not too long, in the words of the vocabulary. */
export function textWords(text: string, limit = TEXT_LENGTH): string | undefined {
  if (text.trim() === '') return defaultWords('notBlank', {});
  return characters(text) > limit ? defaultWords('maxLength', { limit }) : undefined;
}

export function formatWords(text: string, format: string): string | undefined {
  return formats[format]?.(text) ? undefined : defaultWords('format', { format });
}
