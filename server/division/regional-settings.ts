import { isTimeZone } from './time-zones.ts';

/** `en-us`, `de-de` (C18-05). Which of them have a translation is the page's to know; it falls back to `en-us`. */
const LANGUAGE = /^[a-z]{2}-[a-z]{2}$/;

export function languageWords(language: string | undefined): string | undefined {
  return language === undefined || LANGUAGE.test(language) ? undefined : 'Choose one of the options';
}

/** `special`: the values beside the real zones (C18-02). */
export function timeZoneWords(timeZoneId: string | undefined, special: readonly string[] = []): string | undefined {
  if (timeZoneId === undefined || special.includes(timeZoneId) || isTimeZone(timeZoneId)) return undefined;
  return 'Please choose a time zone';
}
