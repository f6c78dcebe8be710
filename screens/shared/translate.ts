import { createContext, use } from 'react';

/** English words; `{{name}}` is filled in. A count needs both of its forms. */
export type English = string | { one: string; other: string };
/** Looks a key up in the language in use. The English beside it is what a language without that key says. */
export type Translate = (key: string, english: English, values?: Readonly<Record<string, string | number>>) => string;

/** Without a console around it a part speaks English. */
export const inEnglish: Translate = (_key, english, values = {}) => {
  const text = typeof english === 'string' ? english : english[values['count'] === 1 ? 'one' : 'other'];
  return text.replace(/\{\{(\w+)(?:, number)?\}\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : value.toLocaleString('en');
  });
};

export const TranslateContext = createContext<Translate>(inEnglish);

export function useTranslate(): Translate {
  return use(TranslateContext);
}
