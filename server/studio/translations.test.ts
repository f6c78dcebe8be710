// What a product owner translates in the Studio, on the real server with the real gate.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longestWord, mostWords } from '#api/contract/console-words.ts';
import type { ScreenDocument, Translations } from '#engine/document/document.ts';
import { longestTranslation } from '#engine/document/translations.ts';
import { startTestServer, type TestServer } from '../../tests/server/harness.ts';
import type { Visitor } from '../../tests/server/visitor.ts';
import { consoleWords } from '../database/schema/screens.ts';
import { screenDocuments } from '../screens/screens.ts';

let server: TestServer;
let admin: Visitor;
beforeAll(async () => {
  server = await startTestServer({ logLevel: 'error' });
  admin = await server.signInAsAdmin();
});
afterAll(() => server.close());

const languages = async () => (await admin.get('/languages')).body as unknown;

describe('a translated screen', () => {
  const place = '/studio/screens/organization/details';
  const shipped = JSON.parse(
    readFileSync(join(screenDocuments, 'organization', 'details.json'), 'utf8'),
  ) as ScreenDocument;
  const polish = (translations: Translations[string]) =>
    JSON.stringify({ ...shipped, translations: { 'pl-pl': translations } }, undefined, 2);
  const keep = async (text: string, base: number) =>
    (await admin.put(`${place}/edit`, { text, base })).body as { problems?: { message: string }[] };

  it('is published with its translations, the same to the server as before, and rolled back with them', async () => {
    const before = server.services.screens.get('organization', 'details');
    expect(await keep(polish({ '/title': { from: 'Details', text: 'Szczegóły' } }), 0)).toEqual({
      resultCode: 'SUCCESS',
      problems: [],
    });
    expect((await admin.post(`${place}/version`, { note: '' })).body).toMatchObject({
      resultCode: 'SUCCESS',
      number: 1,
    });
    await expect.poll(languages).toEqual([{ language: 'pl-pl' }]);
    const module = String((await admin.get('/screens/organization/details/1/module')).body['text']);
    expect(module).toContain('Szczegóły');
    // A draft is of the version of a screen: it is the same in each language.
    expect(module).toContain(`version: "${before.version}"`);
    const now = server.services.screens.get('organization', 'details');
    expect([now === before, now.document.translations, now.version]).toEqual([false, undefined, before.version]);

    expect((await admin.post(`${place}/roll-back`, { number: 0 })).body).toMatchObject({ number: 2 });
    await expect.poll(languages).toEqual([]);
  });

  it('is refused where a translation loses what is filled in, with the line', async () => {
    const text = polish({ '/title': { from: 'At most {limit}', text: 'Najwyżej' } });
    const line = text.split('\n').findIndex((one) => one.includes('Najwyżej')) + 1;
    expect((await keep(text, 2)).problems).toMatchObject([{ line, message: '{limit} is missing' }]);
    expect((await admin.post(`${place}/version`, { note: '' })).body).toMatchObject({
      resultCode: 'REFUSED',
      number: null,
    });
    await admin.delete(`${place}/edit`);
  });
});

describe('the words of the console', () => {
  const place = '/studio/languages/pl-pl/words';
  const close = { key: 'close', from: 'Close', text: 'Zamknij' };
  const days = { key: 'days_few', from: '{{count, number}} days', text: '{{count, number}} dni' };
  const publish = (changes: unknown[], base: number, note = '') => admin.post(place, { base, note, changes });
  const inUse = async () => (await admin.get('/languages/pl-pl/words')).body as unknown;

  it('are published by their language, changed one by one, and rolled back', async () => {
    expect(await inUse()).toEqual({ number: 0, texts: [] });
    expect((await publish([close, days], 0, 'First texts')).body).toEqual({ resultCode: 'SUCCESS', number: 1 });
    expect(await inUse()).toEqual({ number: 1, texts: [close, days] });
    expect(await languages()).toEqual([{ language: 'pl-pl' }]);
    expect((await admin.get('/languages/de-de/words')).body).toEqual({ number: 0, texts: [] });
    const other = { ...close, text: 'Zamknąć' };
    expect((await publish([other, { ...days, text: '' }], 1)).body).toMatchObject({ number: 2 });
    expect(await inUse()).toEqual({ number: 2, texts: [other] });

    expect((await admin.post(`${place}/roll-back`, { number: 1 })).body).toMatchObject({ number: 3 });
    expect(await inUse()).toEqual({ number: 3, texts: [close, days] });
    expect((await admin.post(`${place}/roll-back`, { number: 9 })).status).toBe(404);
    expect((await admin.post(`${place}/roll-back`, { number: 0 })).body).toMatchObject({ number: 4 });
    expect([await inUse(), await languages()]).toEqual([{ number: 4, texts: [] }, []]);
    const { versions } = (await admin.get(place)).body as unknown as { versions: { number: number; count: number }[] };
    expect(versions.map(({ number, count }) => [number, count])).toEqual([
      [4, 0],
      [3, 2],
      [2, 1],
      [1, 2],
    ]);
    const { items } = (await admin.get('/activity?limit=10')).body as unknown as { items: { summary: string }[] };
    expect(items.map(({ summary }) => summary)).toContain('Published version 4 of the console’s words in Polish');
  });

  it('are refused at the text that loses what is filled in; a plural form may leave its count out', async () => {
    const { status, body } = await publish([close, { ...days, key: 'days', text: 'dni' }], 4);
    expect([status, body.fields]).toEqual([400, { '/changes/1/text': '{count} is missing' }]);
    expect((await publish([{ ...days, key: 'days_one', text: 'dzień' }], 4)).status).toBe(200);
  });

  it('are refused where somebody else published meanwhile', async () => {
    const { status, body } = await publish([close], 4);
    expect([status, body['errorCode']]).toEqual([409, 'words_changed_meanwhile']);
  });

  it('have bounds: their number, their length, their keys and the known languages', async () => {
    const texts = Array.from({ length: mostWords }, (_, index) => ({ ...close, key: `key.${index}` }));
    await server.services.database
      .insert(consoleWords)
      .values({ language: 'de-de', number: 1, texts, note: '', publishedAt: new Date() });
    const german = '/studio/languages/de-de/words';
    const one = { base: 1, note: '', changes: [{ ...close, key: 'one.more' }] };
    expect((await admin.post(german, one)).body['errorCode']).toBe('too_many_words');
    expect((await admin.post(german, { ...one, changes: [{ ...close, key: 'key.1' }] })).status).toBe(200);
    const long = Array.from({ length: 260 }, (_, index) => ({
      key: `long.${index}`,
      from: 'F'.repeat(4000),
      text: 'a'.repeat(4000),
    }));
    await server.services.database
      .insert(consoleWords)
      .values({ language: 'fr-fr', number: 1, texts: long.slice(0, 250), note: '', publishedAt: new Date() });
    const french = await admin.post('/studio/languages/fr-fr/words', {
      base: 1,
      note: '',
      changes: long.slice(250, 251),
    });
    expect(french.body['errorCode']).toBe('too_many_words');
    expect((await publish([{ ...close, text: 'a'.repeat(4001) }], 5)).status).toBe(400);
    expect((await publish([{ ...close, key: 'not a key' }], 5)).status).toBe(400);
    const unknown = ['/languages/xx-xx/words', '/studio/languages/xx-xx/words'];
    for (const path of unknown) expect((await admin.get(path)).status).toBe(404);
    const change = { base: 0, note: '', changes: [close] };
    expect((await admin.post('/studio/languages/xx-xx/words', change)).status).toBe(404);
    expect((await admin.post('/studio/languages/xx-xx/words/roll-back', { number: 0 })).status).toBe(404);
    expect(longestWord).toBe(longestTranslation);
  });
});
