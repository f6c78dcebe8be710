import { callApi } from '#api/client.ts';
import { pseudoLanguage, type TranslatedLanguage } from '#engine/document/languages.ts';
import { pseudo } from '#engine/document/pseudo.ts';
export { pseudo };
import { flatWords, nestedWords, translatedWords } from './word-list.ts';

/** The words of a language other than English, as they are published; every text in the pseudo-language. Throws `CallFailed`. */
export async function readOtherWords(
  language: string,
  english: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const flat = flatWords(english);
  if (language === pseudoLanguage) return nestedWords([...flat].map(([key, text]) => [key, pseudo(text)] as const));
  const { texts } = await callApi('readConsoleWords', { params: { language: language as TranslatedLanguage } });
  const byKey = Object.fromEntries(texts.map(({ key, ...translation }) => [key, translation]));
  return nestedWords(translatedWords(language, flat, byKey));
}
