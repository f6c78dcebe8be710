import { callApi } from '#api/client.ts';
import { pseudoLanguage } from '#engine/document/languages.ts';
import { pseudo } from '#engine/document/pseudo.ts';
import type { SayField } from '#engine/vocabulary/words.ts';
import { ofFlows } from './flow-words.ts';
import { localeOf } from './locale.ts';
import { nestedWords, ofRefusals, translatedWords, wordProblem, wordsToTranslate } from './word-list.ts';

/** What a language says. */
export interface OtherWords {
  /** The console's own words, nested as in the file of the English ones. */
  words: Record<string, unknown>;
  /** What fields say when they are refused. */
  sayField: SayField;
  /** Translates a text of a flow's manifest (`flow-words.ts`); returns the English if there is no translation. */
  sayOfFlow: (english: string) => string;
  /** Translates the message of a refusal (`refusal-words.ts`); returns the English if there is no translation. */
  sayRefusal: (english: string) => string;
  /** An English text that no list has. */
  unlisted: (text: string) => string;
}

/** The words of a language other than English, as they are published; every text in the pseudo-language. Throws `CallFailed`. */
export async function readOtherWords(
  language: string,
  english: Readonly<Record<string, unknown>>,
): Promise<OtherWords> {
  const all = wordsToTranslate(english);
  if (language === pseudoLanguage) {
    const texts = [...all].map(([key, text]): [string, string] => [key, pseudo(text)]);
    return { ...heldIn(language, texts), sayOfFlow: pseudo, sayRefusal: pseudo, unlisted: pseudo };
  }
  const { texts } = await callApi('readConsoleWords', { params: { language } });
  const byKey = Object.fromEntries(texts.map(({ key, ...translation }) => [key, translation]));
  // Their English is read where they are said.
  const byEnglish = (part: string) => {
    const own = texts.filter((word) => word.key.startsWith(part) && wordProblem(word.key, word) === undefined);
    const said = new Map(own.map(({ from, text }) => [from, text]));
    return (english: string) => said.get(english) ?? english;
  };
  return {
    ...heldIn(language, translatedWords(language, all, byKey)),
    sayOfFlow: byEnglish(ofFlows),
    sayRefusal: byEnglish(ofRefusals),
    unlisted: (text) => text,
  };
}

function heldIn(
  language: string,
  texts: readonly [key: string, text: string][],
): Pick<OtherWords, 'words' | 'sayField'> {
  const plural = new Intl.PluralRules(localeOf(language));
  const fields = new Map(texts.filter(([key]) => key.startsWith('field.')));
  return {
    words: nestedWords(texts.filter(([key]) => !fields.has(key))),
    sayField: (key, count) => fields.get(`field.${key}${count === undefined ? '' : `_${plural.select(count)}`}`),
  };
}
