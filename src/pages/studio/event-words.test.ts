import { expect, it } from 'vitest';
import { conditionWords, eventWords, plainName } from './event-words.ts';

/** The key of a text and what is put into it. */
const t = ((key: string, given: object = {}) => [key, ...Object.values(given)].join(' | ')) as never;

it.each([
  ['readMonitor', 'Read monitor'],
  ['setUp', 'Set up'],
  ['beginTotp', 'Begin TOTP'],
  ['test.requested', 'Test requested'],
])('shows the name %s as words', (name, words) => {
  expect(plainName(name)).toBe(words);
});

it('shows an effect that ends by its name as words', () => {
  expect(eventWords(t, { kind: 'refused', effect: 'addDirectoryJob' })).toBe(
    'studio.event.refused | Add directory job',
  );
});

it('shows an event of one flow alone by its name as words, and a common one in words of its own', () => {
  expect(eventWords(t, { kind: 'event', type: 'code.requested' })).toBe('Code requested');
  expect(eventWords(t, { kind: 'event', type: 'back' })).toBe('studio.event.back');
});

it.each([
  ['isHttp', 'studio.conditionNamed | is HTTP'],
  ['submitsTested computers', 'studio.conditionNamed | submits tested computers'],
  ['refusedAt setup', 'studio.when.refusedAt | Title of setup'],
])('shows the condition %s in words', (name, words) => {
  expect(conditionWords(t, { name }, (screen) => `Title of ${screen}`)).toBe(words);
});
