import i18next, { type TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';
import { readWords } from '#api/client.ts';

/** C18-05 */
export const defaultLanguage = 'en-us';
/** Languages with a file in `public/locales`. */
export const languages = [{ id: 'en-us', name: 'English (United States)' }] as const;

const fetched = new Map<string, Promise<void>>();

/** `en-us` → `en-US`, as Intl and the html element spell it. */
export function localeOf(language: string): string {
  const [tongue = 'en', region] = language.split('-');
  return region ? `${tongue}-${region.toUpperCase()}` : tongue;
}

/** Fetches a language's file once (C18-04); a language without one reads as the default. */
async function load(language: string): Promise<void> {
  const words = await readWords(language);
  i18next.addResourceBundle(localeOf(language), 'translation', words, true, true);
}

/** Speaks `language` from now on; fetches its words the first time. */
export async function speak(language: string): Promise<void> {
  const known = languages.some(({ id }) => id === language) ? language : defaultLanguage;
  let loading = fetched.get(known);
  if (!loading) {
    loading = load(known);
    fetched.set(known, loading);
    // A failed fetch may be tried again.
    loading.catch(() => fetched.delete(known));
  }
  await loading;
  await i18next.changeLanguage(localeOf(known));
  document.documentElement.lang = localeOf(known);
}

/** Once: a second start would drop the words that were fetched. */
export async function startWords(): Promise<void> {
  if (i18next.isInitialized) return;
  await i18next.init({ lng: localeOf(defaultLanguage), fallbackLng: localeOf(defaultLanguage), resources: {}, interpolation: { escapeValue: false } });
}

function subscribe(changed: () => void): () => void {
  i18next.on('languageChanged', changed);
  return () => i18next.off('languageChanged', changed);
}

/** The words of the language in use; a component that asks for them is drawn again when it changes. */
export function useWords(): TFunction {
  useSyncExternalStore(subscribe, () => i18next.language);
  return i18next.t;
}
