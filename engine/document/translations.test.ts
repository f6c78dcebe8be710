import { describe, expect, it } from 'vitest';
import { checkDocument } from './check-document.ts';
import type { ScreenDocument } from './document.ts';
import { pseudo } from './pseudo.ts';
import { withTexts } from './texts.ts';
import { placeholdersOf, speakerOf, translationsOf, unusedOf, withoutUnused, withTranslation } from './translations.ts';

const english: ScreenDocument = {
  title: 'Details',
  schema: {
    type: 'object',
    properties: { name: { type: 'string', title: 'Name' }, other: { type: 'string', title: 'Name' } },
  },
  messages: { '/name': { maxLength: 'At most {limit} characters' } },
  examples: { valid: [], invalid: [] },
};
const [title, name, other] = translationsOf(english, 'pl-pl') as [Row, Row, Row];
type Row = ReturnType<typeof translationsOf>[number];
const polish = withTranslation(withTranslation(english, 'pl-pl', title, 'Szczegóły'), 'pl-pl', name, 'Nazwa');
const states = (document: ScreenDocument) => translationsOf(document, 'pl-pl').map(({ state }) => state);
const inPolish = (document: ScreenDocument) => withTexts(document, speakerOf(document, 'pl-pl'));

describe('translations', () => {
  it('replace the English text, and a text without a translation stays English', () => {
    expect(states(polish)).toEqual(['translated', 'translated', 'translated', 'missing']);
    const { title: heading, schema, messages } = inPolish(polish);
    expect([heading, schema?.properties, messages]).toEqual([
      'Szczegóły',
      // The same English at another place has the same translation.
      { name: { type: 'string', title: 'Nazwa' }, other: { type: 'string', title: 'Nazwa' } },
      english.messages,
    ]);
    expect(withTexts(polish, speakerOf(polish, 'de-de')).title).toBe('Details');
  });

  it('may differ for the same English at two places', () => {
    const both = withTranslation(polish, 'pl-pl', other, 'Imię');
    expect(translationsOf(both, 'pl-pl').map(({ translation }) => translation?.text)).toEqual([
      'Szczegóły',
      'Nazwa',
      'Imię',
      undefined,
    ]);
  });

  it('are out of date when their English changes, and people see the new English', () => {
    const changed = { ...polish, title: 'Particulars' };
    expect(states(changed)[0]).toBe('outdated');
    expect(inPolish(changed).title).toBe('Particulars');
    const confirmed = withTranslation(changed, 'pl-pl', { ...title, text: 'Particulars' }, 'Szczegóły');
    expect([states(confirmed)[0], inPolish(confirmed).title]).toEqual(['translated', 'Szczegóły']);
  });

  it('follow a choice that moves', () => {
    const choices = (...titles: string[]): ScreenDocument => ({
      ...english,
      schema: { oneOf: titles.map((one) => ({ const: one, title: one })) },
    });
    const before = choices('Blue', 'Red');
    const rows = translationsOf(before, 'pl-pl');
    const said = withTranslation(before, 'pl-pl', rows[2] as Row, 'Czerwony');
    const moved = { ...choices('Red', 'Blue'), translations: said.translations ?? {} };
    expect(translationsOf(moved, 'pl-pl').map(({ text, state }) => `${text} ${state}`)).toEqual([
      'Details missing',
      'Red translated',
      'Blue outdated',
      'At most {limit} characters missing',
    ]);
  });

  it('are gone without words, and with the last one their language', () => {
    const without = withTranslation(withTranslation(polish, 'pl-pl', title, ''), 'pl-pl', other, '');
    expect(without).toEqual(english);
    expect(Object.keys(polish).at(-1)).toBe('examples');
  });

  it('are unused when their text is gone, and removed on demand', () => {
    const { messages: _, ...shorter } = withTranslation(
      polish,
      'pl-pl',
      { pointer: '/messages/~1name/maxLength', text: 'At most {limit} characters' },
      'Najwyżej {limit} znaków',
    );
    expect(unusedOf(shorter, 'pl-pl')).toEqual(['/messages/~1name/maxLength']);
    expect(withoutUnused(shorter, shorter, 'pl-pl').translations).toEqual(polish.translations);
  });
});

describe('the check of a document', () => {
  const checked = (translations: unknown) =>
    checkDocument(JSON.stringify({ ...english, translations }, undefined, 2)).map(({ message }) => message);

  it('accepts translations that fill in what their English does', () => {
    expect(checked({ 'pl-pl': { '/a': { from: 'At most {limit}', text: 'Najwyżej {limit}' } } })).toEqual([]);
  });

  it.each([
    ['At most {limit}', 'Najwyżej', '{limit} is missing'],
    ['At most', 'Najwyżej {limit}', '{limit} is not in the English text'],
    ['{count|once|# times}', '{liczba|raz|# razy}', '{count} is missing; {liczba} is not in the English text'],
  ])('refuses “%s” as “%s”', (from, text, problem) => {
    expect(checked({ 'pl-pl': { '/a': { from, text } } })).toEqual([problem]);
  });

  it('refuses languages that the console does not know, texts that are too long, and too many', () => {
    const long = { from: 'a', text: 'a'.repeat(4001) };
    const many = Object.fromEntries(
      Array.from({ length: 1001 }, (_, index) => [`/${index}`, { from: 'a', text: 'b' }]),
    );
    expect(checked({ 'xx-xx': {} })[0]).toContain('"xx-xx" cannot stand as a key here');
    expect(checked({ 'pl-pl': { '/a': long } })[0]).toContain('4000 characters');
    expect(checked({ 'pl-pl': many })[0]).toContain('1000');
  });
});

describe('placeholders', () => {
  it('are the names in braces, each once', () => {
    expect(placeholdersOf('{{count, number}} of {name}, {runCount|once|# times} {name}')).toEqual([
      'count',
      'name',
      'runCount',
    ]);
  });

  it('are found in linear time in a text of open braces', () => {
    const begun = performance.now();
    expect(placeholdersOf(`{{${'a'.repeat(100_000)}`)).toEqual([]);
    expect(performance.now() - begun).toBeLessThan(500);
  });
});

describe('the pseudo-language', () => {
  it('is longer, accented and in brackets, and fills in the same', () => {
    expect(pseudo('Name')).toBe('[Ñáɱé öñé]');
    const said = pseudo('{{count, number}} of {total}: $t(close)');
    expect(placeholdersOf(said)).toEqual(['count', 'total']);
    expect(said).toContain('$t(close)');
    const text = 'The server could not be reached. Check your connection.';
    expect(pseudo(text).length / text.length).toBeGreaterThan(1.35);
    expect(pseudo(text).length / text.length).toBeLessThan(1.6);
  });
});
