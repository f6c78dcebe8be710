/** What documents and the console are written in (C18-05). */
export const defaultLanguage = 'en-us';

/** Languages into which texts are translated, in English order. All are written from left to right. */
export const translatedLanguages = [
  { id: 'cs-cz', name: 'Čeština', english: 'Czech' },
  { id: 'da-dk', name: 'Dansk', english: 'Danish' },
  { id: 'nl-nl', name: 'Nederlands', english: 'Dutch' },
  { id: 'fr-fr', name: 'Français', english: 'French' },
  { id: 'de-de', name: 'Deutsch', english: 'German' },
  { id: 'it-it', name: 'Italiano', english: 'Italian' },
  { id: 'nb-no', name: 'Norsk bokmål', english: 'Norwegian' },
  { id: 'pl-pl', name: 'Polski', english: 'Polish' },
  { id: 'pt-br', name: 'Português (Brasil)', english: 'Portuguese (Brazil)' },
  { id: 'es-es', name: 'Español', english: 'Spanish' },
  { id: 'sv-se', name: 'Svenska', english: 'Swedish' },
  { id: 'uk-ua', name: 'Українська', english: 'Ukrainian' },
] as const;

/** The same after the default, each in its own words. */
export const languages = [
  { id: defaultLanguage, name: 'English (United States)', english: 'English' },
  ...translatedLanguages,
] as const;

/** The pseudo-language: English with accents, longer and in brackets. Its locale is the one of the CLDR. */
export const pseudoLanguage = 'en-xa';

/** What a person calls it; its id where the list has none. */
export function languageName(id: string): string {
  return languages.find((one) => one.id === id)?.english ?? id;
}
