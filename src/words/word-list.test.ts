import { expect, it } from 'vitest';
import { flatWords, nestedWords, translatedWords, wordsFor, wordsToTranslate } from './word-list.ts';

const english = flatWords({ shell: { title: 'Console', days_one: '{{count}} day', days_other: '{{count}} days' } });

it('asks for each plural form that the grammar of a language has', () => {
  expect(wordsFor('pl-pl', english)).toEqual([
    { key: 'shell.title', english: 'Console' },
    { key: 'shell.days_one', english: '{{count}} day' },
    { key: 'shell.days_few', english: '{{count}} days' },
    { key: 'shell.days_many', english: '{{count}} days' },
    { key: 'shell.days_other', english: '{{count}} days' },
  ]);
  expect(wordsFor('de-de', english).map(({ key }) => key)).toEqual([...english.keys()]);
});

it('takes translations of the English of today that fill in the same', () => {
  const texts = {
    'shell.title': { from: 'Console', text: 'Konsola' },
    'shell.days_few': { from: '{{count}} days', text: '{{count}} dni' },
    'shell.days_one': { from: 'An older day', text: 'dzień' },
    'shell.days_many': { from: '{{count}} days', text: '{{liczba}} dni' },
    'shell.gone': { from: 'Gone', text: 'Nie ma' },
  };
  expect(nestedWords(translatedWords('pl-pl', english, texts))).toEqual({
    shell: { title: 'Konsola', days_few: '{{count}} dni' },
  });
});

it('nests no word under a name of the prototype', () => {
  const words = nestedWords([
    ['__proto__.polluted', 'yes'],
    ['constructor', 'no'],
    ['a.b', 'c'],
  ]);
  expect([words, ({} as Record<string, unknown>)['polluted']]).toEqual([{ a: { b: 'c' } }, undefined]);
});

it('asks for what a field says when it is refused, too', () => {
  const polish = wordsFor('pl-pl', wordsToTranslate({})).map(({ key }) => key);
  expect(polish).toContain('field.required');
  expect(polish.filter((key) => key.startsWith('field.minLength'))).toEqual(
    ['one', 'few', 'many', 'other'].map((form) => `field.minLength_${form}`),
  );
});
