// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CallFailed } from '#api/call-failed.ts';
import { errors } from '#api/contract/errors.ts';
import { standardScreens } from '#engine/compile/standard-screens.ts';
import { defaultWords } from '#engine/vocabulary/words.ts';
import { mockApi } from '#api/mock.ts';
import type { LoadedFlow } from '../flow/loaded-flow.ts';
import { sayOfFlow, speakFlow } from './speak-flow.ts';
import { languageInUse, relearn, speak, unlisted, useSpokenWords } from './words.ts';

let texts = [
  { key: 'close', from: 'Close', text: 'Zamknij' },
  { key: 'flows.policy.title.NEW', from: 'New policy', text: 'Nowa zasada' },
  { key: 'flows.policy.ends.NEW', from: '{name} is added.', text: 'Dodano.' },
  { key: 'flows.policy.loading.title', from: 'Loading the policy', text: 'Wczytywanie' },
  { key: 'flows.policy.saving.title', from: 'Saving', text: 'Zapisywanie' },
  { key: 'refusals.rate_limited', from: 'Too many attempts. Wait a moment and try again.', text: 'Za dużo prób.' },
  { key: 'refusals.disk_full', from: 'Full', text: 'Pełny' },
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

it('says the texts of flows by their English, and English for those that lose a name', async () => {
  const say = await sayOfFlow('pl-pl');
  expect([say('New policy'), say('{name} is added.'), say('Edit policy')]).toEqual([
    'Nowa zasada',
    '{name} is added.',
    'Edit policy',
  ]);
  expect((await sayOfFlow('en-us'))('New policy')).toBe('New policy');
});

it('says messages of refusals by their English, and English for those that changed since', () => {
  const message = (code: 'rate_limited' | 'disk_full') => new CallFailed(code, errors[code].message).message;
  expect([message('rate_limited'), message('disk_full')]).toEqual(['Za dużo prób.', errors.disk_full.message]);
});

it('translates titles and standard screens of a flow; translations of its own document come first', async () => {
  const manifest = { title: { NEW: 'New policy', EDIT: 'Edit policy' }, entity: 'policy' };
  const { loading, saving } = standardScreens('policy', manifest);
  if (!loading || !saving) throw new Error('no standard screens');
  const translations = { 'pl-pl': { '/title': { from: 'Saving', text: 'Zapisujemy' } } };
  const own = { ...saving, document: { ...saving.document, translations } };
  const flow = manifest as unknown as LoadedFlow['flow'];
  const said = await speakFlow({ flow, screens: { loading, saving: own } }, 'pl-pl');
  expect(said.flow.title).toEqual({ NEW: 'Nowa zasada', EDIT: 'Edit policy' });
  expect(Object.values(said.screens).map(({ document: { title } }) => title)).toEqual(['Wczytywanie', 'Zapisujemy']);
});

it('reads the words again once others are published, and forgets those that are gone', async () => {
  texts = [{ key: 'save', from: 'Save', text: 'Zapisz' }];
  await relearn('pl-pl');
  expect([said('close'), said('save')]).toEqual(['Close', 'Zapisz']);
});

it('speaks the pseudo-language without asking the server, and English again', async () => {
  await speak('en-xa');
  expect((await sayOfFlow('en-xa'))('New policy')).toBe('[Ñéŵ þöļîçý öñé]');
  expect([said('save'), unlisted('Name'), defaultWords('required', {})]).toEqual([
    '[Šáṽé öñé]',
    '[Ñáɱé öñé]',
    '[Ŕéǫûîŕéð öñé]',
  ]);
  const refused = () => new CallFailed('offline', 'Gone').message;
  expect(refused()).toBe('[Ĝöñé öñé]');
  await speak('en-us');
  expect(refused()).toBe('Gone');
  expect([said('save'), unlisted('Name'), defaultWords('required', {})]).toEqual(['Save', 'Name', 'Required']);
});
