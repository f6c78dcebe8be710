import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { countries, country } from './countries.ts';

describe('the countries', () => {
  it('are a fixed list, each a name with its two-letter code (C18-03)', () => {
    expect(countries.map(({ code }) => code).sort()).toEqual(codes.map(([code]) => code).sort());
    for (const { code, name } of countries) {
      expect(code, name).toMatch(/^[A-Z]{2}$/);
      expect(name.trim(), code).not.toBe('');
    }
    expect(new Set(countries.map(({ name }) => name)).size).toBe(countries.length);
  });

  it('stand in the order of their names, also those with accents', () => {
    const places = ['Afghanistan', 'Åland Islands', 'Albania', 'Zimbabwe'].map((name) =>
      countries.findIndex((each) => each.name === name),
    );
    expect(places).toEqual([0, 1, 2, countries.length - 1]);
  });

  it('are known by their code alone', () => {
    expect([country('NL'), country('nl'), country('Netherlands'), country('ZZ'), country('')]).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
