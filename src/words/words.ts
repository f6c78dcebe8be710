import type { i18n, TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';
import { speakRefusals } from '#api/call-failed.ts';
import { readWords } from '#api/client.ts';
import { speakFields } from '#engine/vocabulary/words.ts';
import { localeOf } from './locale.ts';
import type { OtherWords } from './other-words.ts';

/** C18-05. The other languages are in `engine/document/languages.ts`, which the first page does not need. */
export const defaultLanguage = 'en-us';

const listeners = new Set<() => void>();
const fetched = new Map<string, Promise<void>>();
let speaker: i18n | undefined;
let starting: Promise<i18n> | undefined;
/** The languages other than English that were read. */
const others = new Map<string, OtherWords>();
let spoken: string = defaultLanguage;
/** The language that was asked for last. */
let wanted: string = defaultLanguage;
/** Incremented when the displayed language changes. */
let edition = 0;

/** Lazy-loads i18next, which the sign-in screen does not need. */
async function start(): Promise<i18n> {
  const { default: i18next } = await import('i18next');
  const lng = localeOf(defaultLanguage);
  await i18next.init({ lng, fallbackLng: lng, resources: {}, interpolation: { escapeValue: false } });
  return i18next;
}

function startOnce(): Promise<i18n> {
  starting ??= start();
  // Allow a retry after a failed fetch.
  starting.catch(() => (starting = undefined));
  return starting;
}

/** Adds the translations of a language, in place of those that it has. */
async function learn(language: string, reading: Promise<Record<string, unknown>>): Promise<void> {
  const [i18next, words] = await Promise.all([startOnce(), reading]);
  i18next.removeResourceBundle(localeOf(language), 'translation');
  i18next.addResourceBundle(localeOf(language), 'translation', words, true, true);
}

/** Reads a language once; English before all others, which stand in its place. */
export function learnOnce(language: string, words?: Record<string, unknown>): Promise<void> {
  let loading = fetched.get(language);
  if (!loading) {
    loading = learn(language, words ? Promise.resolve(words) : wordsOf(language));
    fetched.set(language, loading);
    loading.catch(() => fetched.delete(language));
  }
  return loading;
}

async function wordsOf(language: string): Promise<Record<string, unknown>> {
  if (language === defaultLanguage) return readWords(language);
  const [{ readOtherWords }] = await Promise.all([import('./other-words.ts'), learnOnce(defaultLanguage)]);
  const read = await readOtherWords(language, await englishWords());
  others.set(language, read);
  return read.words;
}

/** The console's own words in English, as they are nested in its file. */
export async function englishWords(): Promise<Record<string, unknown>> {
  await learnOnce(defaultLanguage);
  return (await startOnce()).getResourceBundle(localeOf(defaultLanguage), 'translation') as Record<string, unknown>;
}

/**
 * Switches to `language`, or to the default for a language that is not known. Reads its words once (C18-04), unless `words` are given.
 * Throws `CallFailed`.
 */
export async function speak(language: string, words?: Record<string, unknown>): Promise<void> {
  const known = language === defaultLanguage || (await isKnown(language)) ? language : defaultLanguage;
  wanted = known;
  await learnOnce(known, words);
  const i18next = await startOnce();
  // Another language was asked for meanwhile.
  if (wanted !== known) return;
  await i18next.changeLanguage(localeOf(known));
  document.documentElement.lang = localeOf(known);
  speaker = i18next;
  spoken = known;
  const other = others.get(known);
  speakFields((key, count) => other?.sayField(key, count));
  speakRefusals(other?.sayRefusal);
  edition += 1;
  for (const listener of listeners) listener();
}

async function isKnown(language: string): Promise<boolean> {
  const { languages, pseudoLanguage } = await import('#engine/document/languages.ts');
  return language === pseudoLanguage || languages.some(({ id }) => id === language);
}

/** Reads the words of a language again: somebody published others. Throws `CallFailed`. */
export async function relearn(language: string): Promise<void> {
  if (language === defaultLanguage || !fetched.has(language)) return;
  await learn(language, wordsOf(language));
  if (spoken === language) await speak(language);
}

/** An English text that no language file has, as the console speaks it. */
export function unlisted(text: string): string {
  return others.get(spoken)?.unlisted(text) ?? text;
}

/** The words of a language other than English, once they were read. */
export const otherWords = (language: string): OtherWords | undefined => others.get(language);

/** The language that the console speaks. */
export function languageInUse(): string {
  return spoken;
}

/** Used until translations load: returns an empty text, which is better than a key, and starts loading them. */
const silent = (() => {
  if (fetched.size === 0) speak(defaultLanguage).catch(() => undefined);
  return '';
}) as unknown as TFunction;

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** A number that changes with the displayed language. */
export function useWordsEdition(): number {
  return useSyncExternalStore(subscribe, () => edition);
}

/** Translations of the current language; undefined, without loading them, until they are loaded. */
export function useSpokenWords(): TFunction | undefined {
  useWordsEdition();
  return speaker?.t;
}

/** Translations of the current language; the component renders again when they load or change. */
export function useWords(): TFunction {
  return useSpokenWords() ?? silent;
}
