// @vitest-environment jsdom
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { WordChange } from '#api/contract/console-words.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import details from '#schemas/organization/details.json' with { type: 'json' };
import { editedScreen } from '#tests/console/edited-screen.ts';
import { ada, at, given, open, withConsole } from '#tests/console/harness.tsx';
import { loadFlow } from '../../flow/registry.ts';
import { inOneCall, useWordChanges } from './use-word-changes.ts';
import '../../flow/console-flows.ts';

// A simulated page imports no module from the server.
vi.mock('./load-edited.ts', () => ({
  loadEdited: async (flow: string) => ({
    loaded: await loadFlow(flow),
    preview: await import('../../gallery/preview.ts'),
  }),
}));

withConsole();
const owner = { ...ada, sysadmin: false, permissions: ['SYSTEM:Studio.Access'] };
const polishFor = (english: string) => screen.findByRole('textbox', { name: `Polish for “${english}”` });

describe('the translations of a screen', () => {
  let kept: string[] = [];
  const textOf = (document: unknown) => `${JSON.stringify(document, undefined, 2)}\n`;
  const outdated = { '/title': { from: 'Data', text: 'Dane' } };
  beforeEach(() => {
    kept = [];
    const text = textOf({ ...details, translations: { 'pl-pl': outdated } });
    given({
      readConsoleWords: () => ({ number: 0, texts: [] }),
      readEditedScreen: () => editedScreen(text),
      keepScreenEdit: ({ body }) => {
        kept.push(body.text);
        return { resultCode: 'SUCCESS', problems: [] };
      },
    });
  });
  const translationsKept = () => (JSON.parse(kept.at(-1) ?? '{}') as ScreenDocument).translations;
  const translate = async () => {
    const user = await open('/studio/organization/details', owner);
    await user.click(await screen.findByText('Translations'));
    await user.click(await screen.findByRole('combobox', { name: 'Language' }));
    await user.click(await screen.findByRole('option', { name: /^Polish/ }));
    // The list gives the focus back as it closes.
    await waitFor(() => expect(screen.queryByRole('option', { name: /^Polish/ })).toBeNull());
    return user;
  };

  it('stand beside the English, and are kept as one leaves a text', async () => {
    const user = await translate();
    await user.type(await polishFor('Name'), 'Nazwa');
    await user.tab();
    const changes = await screen.findByRole('region', { name: 'Changes' });
    expect(within(changes).getByText('Polish: “Name” is “Nazwa”')).toBeDefined();
    await waitFor(() =>
      expect(translationsKept()).toEqual({
        'pl-pl': { ...outdated, '/schema/properties/name/title': { from: 'Name', text: 'Nazwa' } },
      }),
    );
  });

  it('say which English they were made from once it changed, until they are confirmed', async () => {
    const user = await translate();
    await user.click(await screen.findByText('Out of date (1)'));
    const row = within(await screen.findByRole('list', { name: 'Texts in English and in Polish' }));
    expect(row.getAllByRole('textbox')).toHaveLength(1);
    expect(row.getByText(/Translated from “Data”/)).toBeDefined();
    await user.click(row.getByRole('button', { name: 'Still right' }));
    expect(await screen.findByText('Nothing is out of date')).toBeDefined();
    await waitFor(() =>
      expect(translationsKept()).toEqual({ 'pl-pl': { '/title': { from: 'Details', text: 'Dane' } } }),
    );
  });
});

describe('the words of the console', () => {
  const close = { key: 'close', from: 'Close', text: 'Zamknij' };
  const edited = { number: 1, texts: [close], versions: [] };
  const sent: { base: number; changes: WordChange[] }[] = [];
  beforeEach(() => {
    sent.length = 0;
    localStorage.clear();
    given({
      readEditedWords: () => edited,
      publishConsoleWords: ({ body }) => {
        sent.push(body);
        return { resultCode: 'SUCCESS', number: 2 };
      },
    });
  });
  const translate = async () => {
    const user = await open('/studio/words?language=pl-pl', owner);
    await user.type(await screen.findByRole('textbox', { name: 'Find a text' }), 'studio.translations.unused');
    return user;
  };

  it('have a row for each plural form of the language, and are published with their English', async () => {
    const user = await translate();
    const list = await screen.findByRole('list', { name: 'Texts in English and in Polish' });
    const english = '{{count, number}} translations are of texts that the screen no longer has.';
    const rows = within(list).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual(
      ['one', 'few', 'many', 'other'].map((form) => expect.stringContaining(`studio.translations.unused_${form}`)),
    );
    await user.click(within(rows[1] as HTMLElement).getByRole('textbox'));
    await user.paste('{{liczba}} tekstów');
    expect(within(rows[1] as HTMLElement).getByText('{liczba} is not in the English text')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Publish …' })).toHaveProperty('disabled', true);
    await user.clear(within(rows[1] as HTMLElement).getByRole('textbox'));
    await user.paste('Zbędne: {{count}}');
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Publish 1 change …' }));
    await user.click(await screen.findByRole('button', { name: 'Publish' }));
    await waitFor(() =>
      expect(sent).toEqual([
        {
          base: 1,
          note: '',
          changes: [{ key: 'studio.translations.unused_few', from: english, text: 'Zbędne: {{count}}' }],
        },
      ]),
    );
    expect(await screen.findByRole('button', { name: 'Publish …' })).toBeDefined();
  });

  it('list their versions, with a way back to English', async () => {
    const asked: unknown[] = [];
    const version = { number: 1, note: 'First texts', publishedBy: 'Ada Byron', publishedAt: at, count: 1 };
    given({
      readEditedWords: () => ({ ...edited, versions: [version] }),
      rollBackConsoleWords: ({ body }) => {
        asked.push(body);
        return { resultCode: 'SUCCESS', number: 2 };
      },
    });
    const user = await open('/studio/words?language=pl-pl', owner);
    const versions = await screen.findByRole('list', { name: 'Versions' });
    expect(within(versions).getByText('First texts')).toBeDefined();
    await user.click(within(versions).getByRole('button', { name: 'Roll back' }));
    const dialog = await screen.findByRole('dialog', { name: 'Roll the words in Polish back to English' });
    await user.click(within(dialog).getByRole('button', { name: 'Roll back' }));
    await waitFor(() => expect(asked).toEqual([{ number: 0 }]));
  });

  it('are published in as many versions as calls take, and what is left stays', () => {
    const change = (index: number, text: string) => ({ key: `key.${index}`, from: 'Close', text });
    const short = Array.from({ length: 1200 }, (_, index) => change(index, 'Zamknij'));
    expect(inOneCall(short)).toEqual(short.slice(0, 1000));
    const long = Array.from({ length: 400 }, (_, index) => change(index, 'ż'.repeat(4000)));
    const taken = inOneCall(long);
    expect(taken.length).toBeGreaterThan(100);
    expect(new TextEncoder().encode(JSON.stringify({ base: 0, note: '', changes: taken })).length).toBeLessThan(
      1_000_000,
    );

    localStorage.clear();
    const { result } = renderHook(() =>
      useWordChanges(
        'pl-pl',
        new Map([
          ['close', 'Close'],
          ['save', 'Save'],
        ]),
        [],
      ),
    );
    act(() => result.current.change('close', 'Close', 'Zamknij'));
    act(() => result.current.change('save', 'Save', 'Zapisz'));
    act(() => result.current.published(result.current.changes.slice(0, 1)));
    expect(result.current.changes).toEqual([{ key: 'save', from: 'Save', text: 'Zapisz' }]);
  });

  it('are kept in the browser, and the same in each of its tabs', () => {
    localStorage.clear();
    const english = new Map([['close', 'Close']]);
    const open = () => renderHook(() => useWordChanges('pl-pl', english, [])).result;
    const first = open();
    act(() => first.current.change('close', 'Close', 'Zamknij'));
    const second = open();
    expect(second.current.changes).toEqual([{ key: 'close', from: 'Close', text: 'Zamknij' }]);
    const key = Object.keys(localStorage).find((one) => one.startsWith('cairn.words.')) ?? '';
    act(() => second.current.discard());
    // The browser tells the other tabs.
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
    expect(first.current.changes).toEqual([]);
  });
});
