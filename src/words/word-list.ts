// The console's own words as a list of keys: what is translated, and how translations come back into the nesting of the language file.
import type { Translation } from '#engine/document/document.ts';
import { fieldTexts } from '#engine/vocabulary/words.ts';
import { freeIn, placeholderProblem, pluralForm } from '#engine/document/translations.ts';
import { localeOf } from './locale.ts';

/** Keys of the messages of refusals (`refusal-words.ts`) begin so. */
export const ofRefusals = 'refusals.';

/** `shell.title` → its English. */
export type FlatWords = ReadonlyMap<string, string>;
/** Translations by key. */
export type WordTexts = Readonly<Record<string, Translation>>;

/** One text to translate: `days_few` has the English of `days_other`. */
export interface Word {
  key: string;
  english: string;
}

export function flatWords(words: Readonly<Record<string, unknown>>, prefix = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, held] of Object.entries(words)) {
    if (typeof held === 'string') found.set(prefix + name, held);
    else
      for (const [key, text] of flatWords(held as Record<string, unknown>, `${prefix}${name}.`)) found.set(key, text);
  }
  return found;
}

/** All that can be translated: the console's own words, and under `field` what a field says when it is refused. */
export function wordsToTranslate(english: Readonly<Record<string, unknown>>): FlatWords {
  const fields = Object.entries(fieldTexts).map(([key, text]) => [`field.${key}`, text] as const);
  return new Map([...flatWords(english), ...fields]);
}

/** Members that share a name with the prototype of every object are left out. */
export function nestedWords(texts: Iterable<readonly [key: string, text: string]>): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [key, text] of texts) {
    const names = key.split('.');
    if (names.some((name) => name in Object.prototype)) continue;
    let held = root;
    for (const name of names.slice(0, -1)) held = (held[name] ??= {}) as Record<string, unknown>;
    held[names.at(-1) ?? ''] = text;
  }
  return root;
}

/** Every text that a language needs, in the order of the file: one for each plural form that its grammar has. */
export function wordsFor(language: string, english: FlatWords): Word[] {
  const forms = new Intl.PluralRules(localeOf(language)).resolvedOptions().pluralCategories;
  return [...english].flatMap(([key, text]): Word[] => {
    const base = key.replace(pluralForm, '');
    if (base === key || !english.has(`${base}_other`)) return [{ key, english: text }];
    if (!key.endsWith('_other')) return [];
    // The forms of one text follow each other.
    return (['zero', 'one', 'two', 'few', 'many', 'other'] as const)
      .filter((form) => forms.includes(form))
      .map((form) => ({ key: `${base}_${form}`, english: english.get(`${base}_${form}`) ?? text }));
  });
}

/** What a language says: its translations of the English of today. */
export function translatedWords(language: string, english: FlatWords, texts: WordTexts): [key: string, text: string][] {
  return wordsFor(language, english).flatMap(({ key, english: from }): [string, string][] => {
    const known = Object.hasOwn(texts, key) ? texts[key] : undefined;
    return known !== undefined && known.from === from && wordProblem(key, known) === undefined
      ? [[key, known.text]]
      : [];
  });
}

/** What is filled in that a translation lacks or its English does not have. A plural form may show the count or leave it out. */
export function wordProblem(key: string, translation: Translation): string | undefined {
  return placeholderProblem(translation, freeIn(key));
}
