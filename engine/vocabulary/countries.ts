import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

/** A country (C18-03): its two-letter code of ISO 3166-1 and its name. */
export interface Country {
  code: string;
  name: string;
}

const names = new Map(
  Object.entries(english.countries).map(([code, name]) => [code, typeof name === 'string' ? name : (name[0] ?? code)]),
);

/** The fixed list, by name: the same on every machine, whatever its own data of countries says. */
export const countries: readonly Country[] = [...names]
  .map(([code, name]) => ({ code, name }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'));

/** The name of a country by its code; the code itself for one that the list does not have. */
export function countryName(code: string): string {
  return names.get(code) ?? code;
}

/** Whether the text is a code of the list: `NL`. */
export function country(text: string): boolean {
  return names.has(text);
}
