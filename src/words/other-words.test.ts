// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultWords } from '#engine/vocabulary/words.ts';
import { mockApi } from '#api/mock.ts';
import { languageInUse, relearn, speak, unlisted, useSpokenWords } from './words.ts';

let texts = [
  { key: 'close', from: 'Close', text: 'Zamknij' },
  { key: 'field.maxLength_few', from: 'Must be at most {limit} characters', text: 'Najwyżej {limit} znaki' },
];
const server = setupServer(
  http.get('*/locales/:file', () => HttpResponse.json({ close: 'Close', save: 'Save' })),
  ...mockApi({ readConsoleWords: () => ({ number: 1, texts }) }),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

const said = (key: string) => renderHook(() => useSpokenWords()).result.current?.(key);

it('speaks what is translated, and English for the rest, fields included', async () => {
  await speak('pl-pl');
  expect([document.documentElement.lang, languageInUse()]).toEqual(['pl-PL', 'pl-pl']);
  expect([said('close'), said('save')]).toEqual(['Zamknij', 'Save']);
  expect(defaultWords('maxLength', { limit: 3 })).toBe('Najwyżej 3 znaki');
  expect(defaultWords('maxLength', { limit: 5 })).toBe('Must be at most 5 characters');
});

it('reads the words again once others are published, and forgets those that are gone', async () => {
  texts = [{ key: 'save', from: 'Save', text: 'Zapisz' }];
  await relearn('pl-pl');
  expect([said('close'), said('save')]).toEqual(['Close', 'Zapisz']);
});

it('speaks the pseudo-language without asking the server, and English again', async () => {
  await speak('en-xa');
  expect([said('save'), unlisted('Name'), defaultWords('required', {})]).toEqual([
    '[Šáṽé öñé]',
    '[Ñáɱé öñé]',
    '[Ŕéǫûîŕéð öñé]',
  ]);
  await speak('en-us');
  expect([said('save'), unlisted('Name'), defaultWords('required', {})]).toEqual(['Save', 'Name', 'Required']);
});
