// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '#tests/screens/jsdom-gaps.ts';
import type { RowsDocument } from '#engine/document/document.ts';
import type { RowsAnswer, ServerRow } from '#engine/rows/selection.ts';
import review from '#schemas/ad-hoc-discovery/review.json';
import { RowsSourceProvider, type RowsQuery, type RowsSource } from './rows-source.tsx';
import { ServerRows } from './server-rows.tsx';

const options = review.ui.devices['ui:options'];
const rows = {
  ...options,
  item: {
    type: 'object',
    properties: {
      ...options.item.properties,
      name: { type: 'string', title: 'Device name', maxLength: 255 },
      role: {
        type: 'string',
        title: 'Device role',
        oneOf: [
          { const: 'nms-router', title: 'Router' },
          { const: 'nms-printer', title: 'Printer' },
        ],
      },
      ...Object.fromEntries(
        ['OS', 'Model', 'Vendor', 'Firmware', 'Type'].map((title) => [title.toLowerCase(), { type: 'string', title }]),
      ),
    },
  },
} as unknown as RowsDocument;

const found = (ip: string, more: object = {}): ServerRow => ({
  key: ip,
  data: { ip, dnsName: '', name: ip, role: '', type: ['allResponding'], model: '', vendor: '', ...more },
});
const few: ServerRow[] = [
  found('192.0.2.1', { dnsName: 'gw.example', role: 'nms-router', vendor: 'Cisco' }),
  found('192.0.2.10'),
  found('192.0.2.11'),
  found('192.0.2.12', { type: ['offline'] }),
];

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return this.getAttribute('role') === 'grid' ? 360 : 36;
  });
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(360);
  Element.prototype.scrollTo = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function show(all: readonly ServerRow[] = few) {
  const asked: RowsQuery[] = [];
  const source: RowsSource = {
    async read(_, query) {
      asked.push(query);
      const { search = '', field, value = '', offset, limit } = query;
      const matching = all.filter(
        ({ key, data }) => key.includes(search) && (field === undefined || (data[field] as string[]).includes(value)),
      );
      return { items: matching.slice(offset, offset + limit), total: matching.length };
    },
    hear: () => () => undefined,
  };
  const answers: RowsAnswer[] = [];
  function Host() {
    const [answer, setAnswer] = useState<RowsAnswer>();
    if (answer) answers.push(answer);
    return (
      <ServerRows
        label="Found"
        rows={rows}
        run="run-1"
        active={false}
        {...(answer && { answer })}
        onAnswer={setAnswer}
      />
    );
  }
  await act(async () =>
    render(
      <MantineProvider env="test" theme={{ respectReducedMotion: true }}>
        <RowsSourceProvider value={source}>
          <Host />
        </RowsSourceProvider>
      </MantineProvider>,
    ),
  );
  await screen.findAllByText('192.0.2.10');
  const grid = screen.getByRole('grid', { name: 'Found' });
  const row = (index: number) => within(grid).getAllByRole('row')[index + 1] as HTMLElement;
  return { asked, grid, row, last: () => answers.at(-1) };
}

const kept = (except: string[]) => ({ all: true, filter: { field: 'type', value: 'allResponding' }, except });

it('lists what responds at first, and everything or what is offline when asked (F03-07)', async () => {
  const { asked } = await show();
  expect(asked.at(0)).toMatchObject({ field: 'type', value: 'allResponding' });
  const filter = screen.getByRole<HTMLInputElement>('combobox', { name: 'Type' });
  expect(filter.value).toBe('All responding');
  await userEvent.click(filter);
  const choices = await screen.findAllByRole('option');
  expect(choices.map(({ textContent }) => textContent)).toEqual([
    'All IPs',
    'All responding',
    'All SNMP responding',
    'Offline devices',
  ]);
  await userEvent.click(choices[0] as HTMLElement);
  expect(await screen.findAllByText('192.0.2.12')).not.toEqual([]);
  expect(asked.some(({ field }) => field === undefined)).toBe(true);
});

it('has the specified columns, says where a role is needed, and shows the name by DNS below the address (F03-06, F03-28)', async () => {
  const { grid, row } = await show();
  const titles = within(grid)
    .getAllByRole('columnheader')
    .flatMap(({ textContent }) => textContent || []);
  // The last one is read aloud, and not seen.
  expect(titles).toEqual(['IP/DNS', 'Device name', 'Device role', 'OS', 'Model', 'Vendor', 'Firmware', 'Actions']);
  expect(within(row(0)).getByText('gw.example')).toBeDefined();
  expect(within(row(0)).queryByText('Device role required')).toBeNull();
  expect(within(row(1)).getByText('Device role required')).toBeDefined();
});

it('edits one row: its facts beside, its name when it is not empty, and its role (F03-10, F03-11, F03-12, F03-24)', async () => {
  const { last, row } = await show();
  await userEvent.click(within(row(1)).getByRole('button', { name: 'Edit 192.0.2.10' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit 192.0.2.10' });
  expect(
    within(dialog)
      .getAllByRole('term')
      .map((term) => term.textContent),
  ).toEqual(['IP', 'DNS', 'Vendor', 'Model', 'Firmware']);
  const name = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Device name' });
  await userEvent.clear(name);
  await userEvent.type(name, 'Front desk');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(within(dialog).getByText('Required')).toBeDefined();
  expect(last()).toBeUndefined();
  await userEvent.click(within(dialog).getByRole('combobox', { name: /Device role/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Printer' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  const rowsOf = { all: false, keys: ['192.0.2.10'] };
  expect(last()).toEqual({
    selected: kept([]),
    changes: [
      { rows: rowsOf, column: 'name', value: 'Front desk' },
      { rows: rowsOf, column: 'role', value: 'nms-printer' },
    ],
  });
  expect(row(1).textContent).toContain('Front desk');
  await userEvent.click(within(row(1)).getByRole('button', { name: 'Edit 192.0.2.10' }));
  const again = await screen.findByRole('dialog');
  await userEvent.clear(within(again).getByRole('textbox', { name: 'Device name' }));
  await userEvent.click(within(again).getByRole('button', { name: 'Save' }));
  expect(last()?.changes).toHaveLength(2);
});

it('edits several rows: their role alone (F03-08, F03-25)', async () => {
  const { last, row } = await show();
  await userEvent.click(row(1));
  await userEvent.click(row(2));
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit 2 rows' });
  expect(within(dialog).queryByRole('textbox', { name: 'Device name' })).toBeNull();
  expect(within(dialog).queryByRole('term')).toBeNull();
  await userEvent.click(within(dialog).getByRole('combobox', { name: /Device role/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Router' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(last()?.changes).toEqual([
    { rows: { all: false, keys: ['192.0.2.10', '192.0.2.11'] }, column: 'role', value: 'nms-router' },
  ]);
});

it('keeps the focus in the table once the dialog of a row is saved', async () => {
  const { row, grid } = await show();
  await userEvent.click(row(1));
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit 192.0.2.10' });
  await userEvent.click(within(dialog).getByRole('combobox', { name: /Device role/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Router' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(grid.parentElement?.contains(document.activeElement)).toBe(true);
});

it('removes a row, puts it back, and undoes the last change (F03-09)', async () => {
  const { last, row } = await show();
  await userEvent.click(within(row(0)).getByRole('button', { name: 'Remove 192.0.2.1' }));
  await waitFor(() => expect(last()?.selected).toEqual(kept(['192.0.2.1'])));
  expect(row(0).textContent).toContain('Removed');
  await userEvent.click(within(row(0)).getByRole('button', { name: 'Put back 192.0.2.1' }));
  await waitFor(() => expect(last()?.selected).toEqual(kept([])));
  await userEvent.click(screen.getByRole('button', { name: 'Undo last change' }));
  expect(last()?.selected).toEqual(kept(['192.0.2.1']));
});

it('removes every marked row, those of a filter too', async () => {
  const { last } = await show();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(last()?.selected).toEqual(kept(['192.0.2.1', '192.0.2.10', '192.0.2.11'])));
});

it('removes the rows that are not marked, also those that the filter hides', async () => {
  const { last, row } = await show();
  const search = screen.getByRole('textbox', { name: 'Search rows' });
  await userEvent.type(search, '192.0.2.11');
  await waitFor(() => expect(row(0).textContent).toContain('192.0.2.11'));
  await userEvent.click(row(0));
  await userEvent.click(screen.getByRole('button', { name: 'Remove the others' }));
  await waitFor(() => expect(last()?.selected).toEqual(kept(['192.0.2.1', '192.0.2.10'])));
});

it('removes no more rows than an answer may name', async () => {
  const many = Array.from({ length: 5002 }, (_, index) => found(`192.0.2.10-${index}`));
  const { last, row } = await show([found('192.0.2.10'), ...many]);
  await userEvent.click(row(0));
  await userEvent.click(screen.getByRole('button', { name: 'Remove the others' }));
  expect((await screen.findByRole('alert')).textContent).toBe('At most 5,000 rows can be removed.');
  expect(last()).toBeUndefined();
});

it('is worked by the keyboard: Enter edits the row, Delete removes it', async () => {
  const { last, grid } = await show();
  grid.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Edit 192.0.2.10' });
  await userEvent.click(within(dialog).getAllByRole('button', { name: 'Cancel' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.keyDown(grid, { key: 'Delete' });
  await waitFor(() => expect(last()?.selected).toEqual(kept(['192.0.2.10'])));
});
