import type { i18n, TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';
import { readWords } from '#api/client.ts';

/** C18-05 */
export const defaultLanguage = 'en-us';
/** Languages with a file in `public/locales`. */
export const languages = [{ id: 'en-us', name: 'English (United States)' }] as const;

const listeners = new Set<() => void>();
const fetched = new Map<string, Promise<void>>();
let speaker: i18n | undefined;
let starting: Promise<i18n> | undefined;
/** Goes up whenever other words are to be shown. */
let edition = 0;

/** `en-us` → `en-US`, as Intl and the html element spell it. */
export function localeOf(language: string): string {
  const [tongue = 'en', region] = language.split('-');
  return region ? `${tongue}-${region.toUpperCase()}` : tongue;
}

/** i18next comes with the first word that is asked for: the sign-in screen does without. */
async function start(): Promise<i18n> {
  const { default: i18next } = await import('i18next');
  const lng = localeOf(defaultLanguage);
  await i18next.init({ lng, fallbackLng: lng, resources: {}, interpolation: { escapeValue: false } });
  return i18next;
}

function started(): Promise<i18n> {
  starting ??= start();
  // A failed fetch may be tried again.
  starting.catch(() => (starting = undefined));
  return starting;
}

/** Makes the words of a language known. */
async function learn(language: string, reading: Promise<Record<string, unknown>>): Promise<void> {
  const [i18next, words] = await Promise.all([started(), reading]);
  i18next.addResourceBundle(localeOf(language), 'translation', words, true, true);
}

/**
 * Speaks `language` from now on, or the default where there is no file of it. The file is fetched once (C18-04), unless
 * its words are given. Throws `CallFailed`.
 */
export async function speak(language: string, words?: Record<string, unknown>): Promise<void> {
  const known = languages.some(({ id }) => id === language) ? language : defaultLanguage;
  let loading = fetched.get(known);
  if (!loading) {
    loading = learn(known, words ? Promise.resolve(words) : readWords(known));
    fetched.set(known, loading);
    loading.catch(() => fetched.delete(known));
  }
  await loading;
  const i18next = await started();
  await i18next.changeLanguage(localeOf(known));
  document.documentElement.lang = localeOf(known);
  speaker = i18next;
  edition += 1;
  for (const listener of listeners) listener();
}

/** Before there are words: says nothing, since nothing is better than a key, and fetches them. */
const silent = (() => {
  if (fetched.size === 0) speak(defaultLanguage).catch(() => undefined);
  return '';
}) as unknown as TFunction;

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Another number whenever other words are to be shown. */
export function useWordsEdition(): number {
  return useSyncExternalStore(subscribe, () => edition);
}

/** The words of the language in use; undefined, without fetching them, while there are none. */
export function useSpokenWords(): TFunction | undefined {
  useWordsEdition();
  return speaker?.t;
}

/** The words of the language in use; a component that asks for them is drawn again when they come or change. */
export function useWords(): TFunction {
  return useSpokenWords() ?? silent;
}
