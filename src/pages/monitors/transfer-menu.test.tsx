// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { MockRefusal } from '#api/mock.ts';
import { ada, given, monitorRow, open, withConsole } from '#tests/console/harness.tsx';

withConsole();
afterEach(() => vi.restoreAllMocks());

/** What the browser was given to save. */
function savedFiles(): { name: string; file: Blob }[] {
  const saved: { name: string; file: Blob }[] = [];
  let latest: Blob | undefined;
  Object.assign(URL, {
    createObjectURL: (file: Blob) => ((latest = file), 'blob:made'),
    revokeObjectURL: () => undefined,
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (latest) saved.push({ name: this.download, file: latest });
  });
  return saved;
}

it('exports what the list shows, or what is chosen in it', async () => {
  const asked: unknown[] = [];
  given({
    listMonitors: () => ({ items: [monitorRow(), monitorRow({ id: 2, monitorName: 'Portal' })], total: 2 }),
    exportMonitors: ({ body }) => {
      asked.push(body);
      return { monitors: [] } as never;
    },
  });
  const saved = savedFiles();
  const user = await open('/cloudMonitors?status=up');
  await user.click(await screen.findByRole('button', { name: 'Import and export' }));
  expect(await screen.findByText('Export 2 monitors, without passwords')).toBeTruthy();
  await user.click(screen.getByRole('menuitem', { name: 'As JSON' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toBe('cairn-monitors.json');
  await user.click(await screen.findByRole('checkbox', { name: 'Select Portal' }));
  await user.click(screen.getByRole('button', { name: 'Import and export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'As CSV' }));
  await waitFor(() => expect(saved).toHaveLength(2));
  expect(asked).toEqual([
    { format: 'json', search: '', status: 'up' },
    { format: 'csv', search: '', status: 'up', ids: [2] },
  ]);
});

it('says why an export failed', async () => {
  given({
    listMonitors: () => ({ items: [monitorRow()], total: 1 }),
    exportMonitors: () => new MockRefusal('unavailable'),
  });
  const saved = savedFiles();
  const user = await open('/cloudMonitors');
  await user.click(await screen.findByRole('button', { name: 'Import and export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'As CSV' }));
  expect(await screen.findByText('The monitors could not be exported')).toBeTruthy();
  expect(screen.getByText('The database cannot be reached. Try again shortly.')).toBeTruthy();
  expect(saved).toEqual([]);
});

it('is not there for somebody with nothing to export and no right to add', async () => {
  given({
    listMonitors: () => ({ items: [], total: 0 }),
  });
  await open('/cloudMonitors', { ...ada, sysadmin: false, permissions: ['NODE:View'] });
  await screen.findByText('No cloud monitors yet');
  expect(screen.queryByRole('button', { name: 'Import and export' })).toBeNull();
});
