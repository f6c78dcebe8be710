import type { Pointer, ScreenDocument, Translation, Translations } from './document.ts';
import { pseudoLanguage } from './languages.ts';
import { pseudo } from './pseudo.ts';
import type { Problem } from './problem.ts';
import { pointerOf } from './pointer.ts';
import { textsOf, type DocumentText } from './texts.ts';

/** `outdated`: its English has changed, and people see the new English. */
export type TranslationState = 'translated' | 'outdated' | 'missing';

export interface TranslatedText extends DocumentText {
  state: TranslationState;
  /** Of an outdated text what it said before. */
  translation?: Translation;
}

/** Characters of a translation, and of the English that it was made from. */
export const longestTranslation = 4000;
/** Texts in one language. The largest built-in screen has 125. */
export const mostTranslations = 1000;

/** Every text of a screen with what a language says for it. Its schema has no `$ref`. */
export function translationsOf(document: ScreenDocument, language: string): TranslatedText[] {
  const own = document.translations?.[language] ?? {};
  const byEnglish = new Map(Object.values(own).map((one) => [one.from, one]));
  return textsOf(document).map((text) => {
    const here = Object.hasOwn(own, text.pointer) ? own[text.pointer] : undefined;
    // A choice that moved, or the same words at another place.
    const fitting = here?.from === text.text ? here : byEnglish.get(text.text);
    if (fitting !== undefined) return { ...text, state: 'translated', translation: fitting };
    return here === undefined ? { ...text, state: 'missing' } : { ...text, state: 'outdated', translation: here };
  });
}

/** What a language says in place of a text of the document: the English where it says nothing, or says it for other English. */
export function speakerOf(document: ScreenDocument, language: string): (text: DocumentText) => string {
  if (language === pseudoLanguage) return ({ text }) => pseudo(text);
  const said = new Map(
    translationsOf(document, language).flatMap(({ pointer, state, translation }) =>
      state === 'translated' && translation !== undefined ? [[pointer, translation.text] as const] : [],
    ),
  );
  return ({ pointer, text }) => said.get(pointer) ?? text;
}

/** The document with one text translated. Without words no translation of that English is left, wherever it stands. */
export function withTranslation(
  document: ScreenDocument,
  language: string,
  { pointer, text: from }: Pick<DocumentText, 'pointer' | 'text'>,
  words: string,
): ScreenDocument {
  const { [pointer]: _, ...others } = document.translations?.[language] ?? {};
  if (words !== '') return withLanguage(document, language, { ...others, [pointer]: { from, text: words } });
  return withLanguage(
    document,
    language,
    Object.fromEntries(Object.entries(others).filter(([, one]) => one.from !== from)),
  );
}

/** The document with all translations into a language; without any the language is gone. */
function withLanguage(document: ScreenDocument, language: string, own: Translations[string]): ScreenDocument {
  const { translations = {}, examples, ...rest } = document;
  const { [language]: _, ...others } = translations;
  const next = Object.keys(own).length === 0 ? others : { ...others, [language]: own };
  return {
    ...rest,
    ...(Object.keys(next).length > 0 && { translations: next }),
    // They stay the last part of a document.
    ...(examples !== undefined && { examples }),
  };
}

/** Pointers of translations whose text the document no longer has, at this or another place. */
export function unusedOf(document: ScreenDocument, language: string): Pointer[] {
  const texts = textsOf(document);
  const pointers = new Set(texts.map(({ pointer }) => pointer));
  const english = new Set(texts.map(({ text }) => text));
  const own = Object.entries(document.translations?.[language] ?? {});
  return own.filter(([pointer, { from }]) => !pointers.has(pointer) && !english.has(from)).map(([pointer]) => pointer);
}

/** The document without what is unused of `whole`, the same document with everything that it takes from others. */
export function withoutUnused(document: ScreenDocument, whole: ScreenDocument, language: string): ScreenDocument {
  const unused = new Set(unusedOf(whole, language));
  const own = Object.entries(document.translations?.[language] ?? {}).filter(([pointer]) => !unused.has(pointer));
  return withLanguage(document, language, Object.fromEntries(own));
}

/** What is filled in: `{{count}}`, `{limit}`, and the name in `{runCount|once|# times}`. */
const PLACEHOLDER = /\{\{\s*(\w+)\b[^{}]*\}\}|\{([^{}|]+)(?:\|[^{}]*)?\}/g;

/** The names of what is filled into a text. */
export function placeholdersOf(text: string): string[] {
  const names = [...text.matchAll(PLACEHOLDER)].map(([, double, single]) => (double ?? single ?? '').trim());
  return [...new Set(names)].sort();
}

/** Placeholders that a translation lacks and that its English does not have; nothing where both have the same, apart from the `free` ones. */
export function placeholderProblem({ from, text }: Translation, free: readonly string[] = []): string | undefined {
  const [wanted, given] = [from, text].map((one) => placeholdersOf(one).filter((name) => !free.includes(name))) as [
    string[],
    string[],
  ];
  const lost = wanted.filter((name) => !given.includes(name)).map((name) => `{${name}} is missing`);
  const strange = given.filter((name) => !wanted.includes(name)).map((name) => `{${name}} is not in the English text`);
  return lost.length + strange.length === 0 ? undefined : [...lost, ...strange].join('; ');
}

/** A text whose key names a form of a plural. */
export const pluralForm = /_(zero|one|two|few|many|other)$/;
const NUMBERS = ['count', 'limit', 'minutes'];

/** What the translation of a key may fill in or leave out: a form of a plural says its number or does not. */
export function freeIn(key: string): readonly string[] {
  return pluralForm.test(key) ? NUMBERS : [];
}

/** Translations of a document in which something is filled in that its English does not have, or the other way round. */
export function translationProblems({ translations = {} }: ScreenDocument): Problem[] {
  return Object.entries(translations).flatMap(([language, texts]) =>
    Object.entries(texts).flatMap(([pointer, translation]) => {
      const message = placeholderProblem(translation);
      if (message === undefined) return [];
      return [{ pointer: pointerOf(['translations', language, pointer, 'text']), message }];
    }),
  );
}
