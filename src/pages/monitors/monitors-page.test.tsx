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

  it('pauses the chosen monitors and tells of the one that failed', async () => {
    const paused: string[] = [];
    given({
      listMonitors: () => ({ items: [monitorRow(), down], total: 2 }),
      enableMonitor: ({ params, body }) => {
        if (params.id === '2') return new MockRefusal('conflict');
        paused.push(`${params.id} ${String(body.enabled)}`);
        return { resultCode: 'SUCCESS', cloudMonitor: {} as never };
      },
    });
    const user = await open('/cloudMonitors');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    await screen.findByText('1 monitor paused');
    await screen.findByText(/Portal: Somebody else changed this meanwhile/);
    expect(paused).toEqual(['1 false']);
  });

  it('deletes only after the person confirmed, and Cancel is the default', async () => {
    const deleted: string[] = [];
    given({
      removeMonitor: ({ params }) => {
        deleted.push(params.id);
        return { resultCode: 'SUCCESS' };
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
    expect(deleted).toEqual(['1']);
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
    expect((await screen.findByRole('alert', undefined, { timeout: 8000 })).textContent).toContain(
      'The server cannot be reached',
    );
  }, 12_000);
});
