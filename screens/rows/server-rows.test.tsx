// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '#tests/screens/jsdom-gaps.ts';
import type { RowsDocument } from '#engine/document/document.ts';
import { RowsSourceProvider, type RowsQuery, type RowsSource } from './rows-source.tsx';
import { nothingSelected, type RowsAnswer, type ServerRow } from '#engine/rows/selection.ts';
import { ServerRows } from './server-rows.tsx';

const rows: RowsDocument = {
  job: 'scan',
  item: {
    type: 'object',
    properties: {
      address: { type: 'string', title: 'Address' },
      kind: {
        type: 'string',
        title: 'Kind',
        oneOf: [
          { const: 'printer', title: 'Printer' },
          { const: 'router', title: 'Router' },
        ],
      },
    },
  },
  filter: 'kind',
  editable: ['kind'],
  empty: 'The network is empty',
};

// jsdom lays nothing out: the table is ten rows high.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return this.getAttribute('role') === 'grid' ? 360 : 36;
  });
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(360);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(50_000 * 36);
  Element.prototype.scrollTo = function (this: Element, to?: ScrollToOptions | number) {
    this.scrollTop = typeof to === 'object' ? (to.top ?? 0) : 0;
    fireEvent.scroll(this);
  } as Element['scrollTo'];
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A server with so many rows; every third is a router. */
function server(count: number) {
  const state = {
    count,
    asked: [] as RowsQuery[],
    failure: undefined as Error | undefined,
    counts: {} as Record<string, number>,
  };
  const hearers = new Set<() => void>();
  const row = (index: number): ServerRow => ({
    key: `host-${index}`,
    data: { address: `10.0.0.${index}`, kind: index % 3 === 0 ? 'router' : 'printer' },
  });
  const source: RowsSource = {
    async read(_, query) {
      state.asked.push(query);
      if (state.failure) throw state.failure;
      const { offset, limit, search = '', field, value } = query;
      const found = Array.from({ length: state.count }, (__, index) => row(index)).filter(
        ({ data }) => String(data['address']).includes(search) && (field === undefined || data[field] === value),
      );
      const counts = query.countBy === undefined ? {} : { counts: state.counts };
      return { items: found.slice(offset, offset + limit), total: found.length, ...counts };
    },
    hear(_, listener) {
      hearers.add(listener);
      return () => void hearers.delete(listener);
    },
  };
  return { state, source, announce: () => hearers.forEach((hear) => hear()) };
}

async function show(
  { source }: Pick<ReturnType<typeof server>, 'source'>,
  selects = false,
  active = false,
  table = rows,
) {
  const answers: RowsAnswer[] = [];
  function Host() {
    const [answer, setAnswer] = useState<RowsAnswer>({ selected: nothingSelected });
    answers.push(answer);
    return (
      <ServerRows
        label="Hosts"
        rows={table}
        run="run-1"
        active={active}
        {...(selects && { answer, onAnswer: setAnswer })}
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
  return { grid: screen.getByRole('grid', { name: 'Hosts' }), last: () => answers.at(-1) };
}

const settled = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 20)));

it('reads only the part that is in sight, wherever it is scrolled, of fifty thousand rows', async () => {
  const { state, source } = server(50_000);
  const { grid } = await show({ source });
  await screen.findByText('10.0.0.3');
  expect(grid.getAttribute('aria-rowcount')).toBe('50001');
  expect(within(grid).getAllByRole('row').length).toBeLessThan(40);
  grid.focus();
  await userEvent.keyboard('{End}');
  await screen.findByText('10.0.0.49999');
  expect(within(grid).getAllByRole('row').length).toBeLessThan(40);
  expect(Math.max(...state.asked.map(({ limit }) => limit))).toBeLessThanOrEqual(500);
  expect(state.asked.at(-1)?.offset).toBeGreaterThan(49_000);
});

it('follows a run at most ten times a second, and shows what came last', async () => {
  const { state, source, announce } = server(10);
  await show({ source });
  await screen.findByText('10 rows');
  state.asked.length = 0;
  const begun = performance.now();
  for (let count = 0; performance.now() - begun < 1000; count += 1) {
    state.count += 1;
    announce();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await act(() => new Promise<void>((resolve) => setTimeout(resolve, 400)));
  expect(state.asked.length).toBeGreaterThanOrEqual(5);
  expect(state.asked.length).toBeLessThanOrEqual(12);
  expect(screen.getByText(`${state.count} rows`)).toBeDefined();
});

it('asks the server to search, filter and sort', async () => {
  const { state, source } = server(300);
  await show({ source });
  await screen.findByText('300 rows');
  await userEvent.type(screen.getByRole('textbox', { name: 'Search rows' }), '0.29');
  await screen.findByText('11 rows');
  await userEvent.click(screen.getByRole('button', { name: 'Address' }));
  await settled();
  expect(state.asked.at(-1)).toMatchObject({ search: '0.29', sort: 'address', offset: 0 });
  await userEvent.click(screen.getByRole('button', { name: 'Address' }));
  await settled();
  expect(state.asked.at(-1)).toMatchObject({ sort: '-address' });
  await userEvent.click(screen.getByRole('combobox', { name: 'Kind' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Router' }));
  await settled();
  expect(state.asked.at(-1)).toMatchObject({ search: '0.29', field: 'kind', value: 'router' });
});

it('says how many rows have each value of the filter, in the order of the document', async () => {
  const { state, source } = server(3000);
  state.counts = { printer: 2000, router: 1000, fax: 7 };
  await show({ source });
  expect(await screen.findByText('Printer 2,000 · Router 1,000')).toBeDefined();
  expect(state.asked.at(-1)).toMatchObject({ countBy: 'kind' });
});

it('says when there are no rows yet, when the run found none, and when nothing matches', async () => {
  await show(server(0), false, true);
  expect(await screen.findByText('Nothing found yet')).toBeDefined();
  cleanup();
  await show(server(0));
  expect(await screen.findByText('The network is empty')).toBeDefined();
  cleanup();
  await show(server(3));
  await userEvent.type(screen.getByRole('textbox', { name: 'Search rows' }), 'printer-9');
  expect(await screen.findByText('Nothing matches')).toBeDefined();
});

it('keeps the rows that it has when a reading fails, says why, and reads again when asked', async () => {
  const { state, source, announce } = server(3);
  await show({ source });
  await screen.findByText('10.0.0.2');
  state.failure = new Error('The database cannot be reached.');
  act(announce);
  expect((await screen.findByRole('alert')).textContent).toContain('The database cannot be reached.');
  expect(screen.getByText('10.0.0.2')).toBeDefined();
  state.failure = undefined;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await settled();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says that the page is offline and reads when it is back', async () => {
  const { state, source, announce } = server(3);
  await show({ source });
  await screen.findByText('3 rows');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  state.count = 4;
  act(announce);
  expect(await screen.findByText(/You are offline/)).toBeDefined();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('4 rows')).toBeDefined();
  expect(screen.queryByText(/You are offline/)).toBeNull();
});

it('selects by keys: one row, a range, all that match, and takes single rows out of all', async () => {
  const { grid, last } = await show(server(2000), true);
  await screen.findByText('10.0.0.1');
  grid.focus();
  await userEvent.keyboard('{ArrowDown} ');
  expect(last()?.selected).toEqual({ all: false, keys: ['host-0'] });
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await settled();
  expect(last()?.selected).toEqual({ all: false, keys: ['host-0', 'host-1', 'host-2'] });
  expect(grid.getAttribute('aria-activedescendant')).toBe(within(grid).getByText('10.0.0.2').closest('[role=row]')?.id);
  // Beyond what is read: the rows between are fetched.
  await userEvent.keyboard('{Shift>}{End}{/Shift}');
  await vi.waitFor(() => expect(last()?.selected).toMatchObject({ all: false, keys: { length: 2000 } }));
  await userEvent.keyboard('{Home}{Control>}a{/Control}');
  expect(last()?.selected).toEqual({ all: true, filter: {}, except: [] });
  await userEvent.keyboard(' ');
  expect(last()?.selected).toEqual({ all: true, filter: {}, except: ['host-0'] });
  expect(screen.getByText('1,999 selected')).toBeDefined();
});

it('selects only rows that may be selected, by a press, a range and "Select all"', async () => {
  const { grid, last } = await show(server(30), true, false, { ...rows, selectable: ['router'] });
  await screen.findByText('10.0.0.1');
  await userEvent.click(screen.getByText('10.0.0.1'));
  expect(last()?.selected).toEqual(nothingSelected);
  await userEvent.click(screen.getByText('10.0.0.3'));
  expect(last()?.selected).toEqual({ all: false, keys: ['host-3'] });
  grid.focus();
  await userEvent.keyboard('{Home}{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}');
  await settled();
  expect(last()?.selected).toEqual({ all: false, keys: ['host-3', 'host-0'] });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  expect(last()?.selected).toEqual({ all: true, filter: { field: 'kind', value: 'router' }, except: [] });
  expect(await screen.findByText('10 selected')).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' }).checked).toBe(true);
});

it('keeps the focus in the table when “Select none” goes away', async () => {
  const { grid } = await show(server(10), true);
  await screen.findByText('10.0.0.1');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await userEvent.click(screen.getByRole('button', { name: 'Select none' }));
  expect(screen.queryByRole('button', { name: 'Select none' })).toBeNull();
  expect(document.activeElement).toBe(grid);
});

it('is sorted as its document says until a person sorts it', async () => {
  const { state, source } = server(3);
  await show({ source }, false, false, { ...rows, sort: 'address' });
  await screen.findByText('10.0.0.2');
  expect(state.asked.at(-1)?.sort).toBe('address');
  await userEvent.click(screen.getByRole('button', { name: 'Kind' }));
  await settled();
  expect(state.asked.at(-1)?.sort).toBe('kind');
});

it('refuses a range that would make the answer large, and keeps the selection', async () => {
  const { grid, last } = await show(server(20_000), true);
  await screen.findByText('10.0.0.1');
  grid.focus();
  await userEvent.keyboard('{ArrowDown} {Shift>}{End}{/Shift}');
  expect((await screen.findByRole('alert')).textContent).toContain('at most 5,000 rows');
  expect(last()?.selected).toEqual({ all: false, keys: ['host-0'] });
});

it('gives one value to a column of all selected rows, shows it, and takes it back', async () => {
  const { last, grid } = await show(server(30), true);
  await screen.findByText('10.0.0.1');
  await userEvent.click(screen.getByText('10.0.0.1'));
  await userEvent.click(screen.getByText('10.0.0.2'));
  await userEvent.click(screen.getByRole('combobox', { name: 'New value of Kind' }));
  await userEvent.click((await screen.findAllByRole('option', { name: 'Router' })).at(-1) as HTMLElement);
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(last()?.changes).toEqual([
    { rows: { all: false, keys: ['host-1', 'host-2'] }, column: 'kind', value: 'router' },
  ]);
  const kindOf = (address: string) => within(grid).getByText(address).nextElementSibling?.textContent;
  expect([kindOf('10.0.0.1'), kindOf('10.0.0.2'), kindOf('10.0.0.4')]).toEqual(['Router', 'Router', 'Printer']);
  await userEvent.click(screen.getByRole('button', { name: 'Undo last change' }));
  expect(kindOf('10.0.0.1')).toBe('Printer');
});
