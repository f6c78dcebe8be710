// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MockRefusal, networkFailure } from '#api/mock.ts';
import { ada, FakeSocket, given, monitorRow, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

const down = monitorRow({ id: 2, monitorName: 'Portal', status: 'down', openAlertCount: 1 });

function rowNames(): string[] {
  return within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('link')[0]?.textContent ?? '');
}

describe('the list of cloud monitors', () => {
  it('shows what needs a person first, with status, response time and alerts', async () => {
    given({
      // The server sorts, so that the order holds for rows that are not here yet.
      listMonitors: ({ query }) => ({
        items: query.sort === 'status' ? [down, monitorRow()] : [monitorRow(), down],
        total: 2,
      }),
    });
    await open('/cloudMonitors');
    const row = (await screen.findByRole('link', { name: 'Portal' })).closest('tr');
    expect(rowNames()).toEqual(['Portal', 'Shop']);
    expect(row).toHaveProperty('textContent', expect.stringContaining('Down'));
    expect(row?.textContent).toContain('1 alert');
    expect(row?.textContent).toContain('84 ms');
  });

  it('shows the last checks of each monitor as a bar, and marks a row that is down (B: heartbeat)', async () => {
    given({ listMonitors: () => ({ items: [down, monitorRow()], total: 2 }) });
    await open('/cloudMonitors');
    const row = (await screen.findByRole('link', { name: 'Portal' })).closest('tr');
    expect(row?.dataset['tone']).toBe('bad');
    expect(screen.getByRole('link', { name: 'Shop' }).closest('tr')?.dataset['tone']).toBeUndefined();
    expect(
      within(row as HTMLElement)
        .getByRole('img', { name: /^Last 3 checks: 2 up, 1 down/ })
        .querySelectorAll('path').length,
    ).toBeGreaterThanOrEqual(2);
    const trend = within(row as HTMLElement).getByRole('img', { name: '3 checks, 1 failed' });
    expect(trend.dataset['tone']).toBe('bad');
  });

  it('names the filter for maintenance by a word (B: maintenance filter)', async () => {
    await open('/cloudMonitors');
    const filter = await screen.findByRole('button', { name: 'Maintenance' });
    expect(filter.textContent).toBe('Maintenance');
    expect(filter.querySelector('span')).toBeNull();
  });

  it('sorts by a column and remembers it', async () => {
    given({
      listMonitors: ({ query }) => ({
        items: query.sort === '-name' ? [monitorRow(), down] : [down, monitorRow()],
        total: 2,
      }),
    });
    const user = await open('/cloudMonitors');
    await user.click(await screen.findByRole('button', { name: 'Name' }));
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(rowNames()).toEqual(['Shop', 'Portal']));
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending');
    expect(localStorage.getItem('cairn.table.monitors.sort')).toContain('name');
  });

  it('asks for its rows once, as they are filtered and sorted', async () => {
    const asked: unknown[] = [];
    given({
      listMonitors: ({ query }) => {
        asked.push(query);
        return { items: [down], total: 1 };
      },
    });
    localStorage.setItem('cairn.table.monitors.sort', JSON.stringify({ column: 'name', descending: true }));
    await open('/cloudMonitors?status=down&type=HTTP');
    await screen.findByRole('link', { name: 'Portal' });
    expect(asked).toEqual([expect.objectContaining({ status: 'down', type: 'HTTP', sort: '-name' })]);
  });

  it('asks the server for what is searched and filtered', async () => {
    const asked: unknown[] = [];
    given({
      listMonitors: ({ query }) => {
        asked.push(query);
        return { items: query.search ? [] : [monitorRow()], total: query.search ? 0 : 1 };
      },
    });
    const user = await open('/cloudMonitors?status=down');
    await user.type(await screen.findByRole('searchbox', { name: 'Search monitors' }), 'zzz');
    await screen.findByText('Nothing was found for “zzz”.');
    expect(asked.at(-1)).toMatchObject({ search: 'zzz', status: 'down' });
  });

  it('offers the first monitor when there is none', async () => {
    given({ listMonitors: () => ({ items: [], total: 0 }) });
    await open('/cloudMonitors');
    await screen.findByText('No cloud monitors yet');
    expect(screen.getAllByRole('link', { name: 'Add cloud monitor' })[0]?.getAttribute('href')).toBe(
      '/#/editor/cloudMonitor',
    );
  });

  it('says why it failed and tries again', async () => {
    given({ listMonitors: () => new MockRefusal('internal') });
    const user = await open('/cloudMonitors');
    const failure = await screen.findByRole('alert');
    expect(failure.textContent).toContain('The monitors could not be loaded');
    given({ listMonitors: () => ({ items: [monitorRow()], total: 1 }) });
    await user.click(within(failure).getByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: 'Shop' });
  });

  it('chooses every monitor that matches, not only those whose rows are here, and pauses them in parts', async () => {
    const matched = Array.from({ length: 400 }, (_, index) => index + 1);
    const parts: number[][] = [];
    const asked: unknown[] = [];
    given({
      listMonitors: ({ query }) => ({ items: query.offset ? [] : [monitorRow(), down], total: 402 }),
      matchMonitors: ({ query }) => {
        asked.push(query);
        return { running: matched, paused: [401, 402] };
      },
      changeMonitors: ({ body }) => {
        parts.push(body.ids);
        return { resultCode: 'SUCCESS', changed: body.ids, refused: [] };
      },
    });
    const user = await open('/cloudMonitors?status=down&type=HTTP');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    await screen.findByText('402 selected');
    expect(asked).toEqual([expect.objectContaining({ status: 'down', type: 'HTTP' })]);
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    const dialog = await screen.findByRole('dialog', { name: 'Pause 400 monitors' });
    expect(parts).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Pause 400 monitors' }));
    await screen.findByText('400 monitors paused');
    expect(parts.map((part) => part.length)).toEqual([150, 150, 100]);
    expect(parts.flat()).toEqual(matched);
  });

  it('undoes a pause for those that it really paused, and tells of those that were refused', async () => {
    const resumed: unknown[] = [];
    given({
      listMonitors: () => ({ items: [monitorRow(), down], total: 2 }),
      matchMonitors: () => ({ running: [1, 2], paused: [] }),
      changeMonitors: ({ body }) => {
        if (body.act === 'RESUME') resumed.push(body.ids);
        return body.act === 'RESUME'
          ? { resultCode: 'SUCCESS', changed: body.ids, refused: [] }
          : { resultCode: 'SUCCESS', changed: [1], refused: [{ id: 2, errorCode: 'forbidden' }] };
      },
    });
    const user = await open('/cloudMonitors');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pause 2 monitors' }));
    await screen.findByText('1 monitor paused');
    await screen.findByText(/1 monitor was left as it is/);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('1 monitor resumed');
    expect(resumed).toEqual([[1]]);
  });

  it('shows how far it is, and stops after the part that is under way', async () => {
    let let_go: () => void = () => undefined;
    const parts: number[] = [];
    given({
      listMonitors: () => ({ items: [monitorRow()], total: 450 }),
      matchMonitors: () => ({ running: Array.from({ length: 450 }, (_, index) => index + 1), paused: [] }),
      changeMonitors: async ({ body }) => {
        parts.push(body.ids.length);
        if (parts.length === 2) await new Promise<void>((resolve) => (let_go = resolve));
        return { resultCode: 'SUCCESS', changed: body.ids, refused: [] };
      },
    });
    const user = await open('/cloudMonitors');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pause 450 monitors' }));
    await screen.findByText('Pausing: 150 of 450');
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    let_go();
    await screen.findByText('300 monitors paused');
    expect(parts).toEqual([150, 150]);
  });

  it('says why it ended before all was done, and what was done', async () => {
    let calls = 0;
    given({
      listMonitors: () => ({ items: [monitorRow()], total: 200 }),
      matchMonitors: () => ({ running: Array.from({ length: 200 }, (_, index) => index + 1), paused: [] }),
      changeMonitors: ({ body }) =>
        ++calls > 1 ? new MockRefusal('internal') : { resultCode: 'SUCCESS', changed: body.ids, refused: [] },
    });
    const user = await open('/cloudMonitors');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pause 200 monitors' }));
    await screen.findByText('150 monitors paused');
    expect(await screen.findByText('Error saving device')).toBeDefined();
  });

  it('deletes only after the person confirmed, and Cancel is the default', async () => {
    const deleted: unknown[] = [];
    given({
      changeMonitors: ({ body }) => {
        deleted.push(body);
        return { resultCode: 'SUCCESS', changed: body.ids, refused: [] };
      },
    });
    const user = await open('/cloudMonitors');
    await user.click(await screen.findByRole('checkbox', { name: 'Select Shop' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete 1 monitor' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
    expect(deleted).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Delete 1 monitor' }));
    await screen.findByText('1 monitor deleted');
    expect(deleted).toEqual([{ act: 'DELETE', ids: [1] }]);
  });

  it('narrows by type and organization, in the address, and forgets what was chosen', async () => {
    const asked: unknown[] = [];
    given({
      listMonitors: ({ query }) => {
        asked.push(query);
        return { items: [monitorRow()], total: 1 };
      },
    });
    const user = await open('/cloudMonitors');
    await user.click(await screen.findByRole('checkbox', { name: 'Select Shop' }));
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    await user.click(screen.getByRole('combobox', { name: 'Type' }));
    await user.click(await screen.findByRole('option', { name: 'Port scan' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ type: 'PORT_SCAN' }));
    await user.click(screen.getByRole('combobox', { name: 'Organization' }));
    await user.click(await screen.findByRole('option', { name: 'Acme' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ type: 'PORT_SCAN', clientId: '1' }));
    expect(window.location.hash).toBe('#/cloudMonitors?type=PORT_SCAN&organization=1');
  });

  it('offers a status page of the chosen monitors, under names to be looked at', async () => {
    const user = await open('/cloudMonitors');
    await user.click(await screen.findByRole('checkbox', { name: 'Select Shop' }));
    given({ listStatusChoices: () => [{ id: 1, monitorName: 'Shop', clientName: 'Acme' }] });
    await user.click(screen.getByRole('button', { name: 'Status page' }));
    await screen.findByRole('heading', { name: 'Status page' });
    expect(await screen.findByRole('textbox', { name: /Public name/ })).toHaveProperty('value', 'Shop');
  });

  it('changes without a reload when the server says that a monitor changed', async () => {
    await open('/cloudMonitors');
    await screen.findByText('84 ms');
    given({ listMonitors: () => ({ items: [monitorRow({ lastResult: null, status: 'unknown' })], total: 1 }) });
    FakeSocket.latest?.say('monitor', [1]);
    expect(await screen.findByText('Not yet')).toBeDefined();
  });

  it('offers nothing that the person may not do', async () => {
    await open('/cloudMonitors', { ...ada, sysadmin: false, permissions: ['NODE:View'] });
    await screen.findByRole('link', { name: 'Shop' });
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Add cloud monitor' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'General settings' })).toBeNull();
  });

  it('says when the network is gone', async () => {
    given({ listMonitors: () => networkFailure });
    await open('/cloudMonitors');
    expect((await screen.findByRole('alert', undefined, { timeout: 30_000 })).textContent).toContain(
      'The server cannot be reached',
    );
  });
});
