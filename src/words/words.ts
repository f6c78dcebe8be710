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
/** Incremented when the displayed language changes. */
let edition = 0;

/** `en-us` → `en-US`, the format of Intl and the html element. */
export function localeOf(language: string): string {
  const [tongue = 'en', region] = language.split('-');
  return region ? `${tongue}-${region.toUpperCase()}` : tongue;
}

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

/** Adds the translations of a language. */
async function learn(language: string, reading: Promise<Record<string, unknown>>): Promise<void> {
  const [i18next, words] = await Promise.all([startOnce(), reading]);
  i18next.addResourceBundle(localeOf(language), 'translation', words, true, true);
}

/**
 * Switches to `language`, or to the default if it has no file. Fetches the file once (C18-04), unless
 * `words` are given. Throws `CallFailed`.
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
  const i18next = await startOnce();
  await i18next.changeLanguage(localeOf(known));
  document.documentElement.lang = localeOf(known);
  speaker = i18next;
  edition += 1;
  for (const listener of listeners) listener();
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
