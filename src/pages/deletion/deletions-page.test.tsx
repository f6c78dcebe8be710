// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CallReply } from '#api/client.ts';
import { MockRefusal } from '#api/mock.ts';
import { ada, at, FakeSocket, given, open, organization, withConsole } from '#tests/console/harness.tsx';

withConsole();

const path = '/administration/general/deleted';
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const deletion = (part: Partial<CallReply<'listDeletions'>[number]> = {}): CallReply<'listDeletions'>[number] => ({
  id: 5,
  kind: 'ORGANIZATION',
  name: 'Acme',
  clientName: null,
  deviceCount: 7,
  monitorCount: 1,
  deletedBy: 'Grace Hopper',
  deletedAt: at,
  undoUntil: inMinutes(12),
  ...part,
});

describe('what was deleted', () => {
  it('is listed with who, what and until when, and restored', async () => {
    const restored: unknown[] = [];
    let all = [deletion(), deletion({ id: 6, kind: 'DEVICES', name: 'web-1', deviceCount: 1, monitorCount: 0 })];
    given({
      listDeletions: () => all,
      undoDeletion: ({ params }) => {
        restored.push(params);
        all = all.filter(({ name }) => name !== 'Acme');
        return { resultCode: 'SUCCESS', name: 'Acme' };
      },
    });
    const user = await open(path);
    const row = (await screen.findByText('Acme')).closest('tr') ?? document.body;
    expect(within(row).getByText('7 devices, 1 cloud monitor')).toBeDefined();
    expect(within(row).getByText('Grace Hopper')).toBeDefined();
    expect(within(row).getByText(/^in 1[12] minutes$/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Restore Acme' }));
    await screen.findByText('Acme is restored');
    expect(restored).toEqual([{ id: '5' }]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore Acme' })).toBeNull());
    expect(screen.getByText('web-1')).toBeDefined();
  });

  it('stands there no longer than it can be restored', async () => {
    given({ listDeletions: () => [deletion({ undoUntil: inMinutes(-1) })] });
    await open(path);
    expect(await screen.findByText('Nothing to restore')).toBeDefined();
  });

  it('is read again when somebody deletes or restores', async () => {
    let all: CallReply<'listDeletions'> = [];
    given({ listDeletions: () => all });
    await open(path);
    await screen.findByText('Nothing to restore');
    all = [deletion()];
    FakeSocket.latest?.say('organization', [3]);
    expect(await screen.findByText('Acme')).toBeDefined();
  });

  it('cannot be read: that is said, and it is asked for again', async () => {
    let fails = true;
    given({ listDeletions: () => (fails ? new MockRefusal('internal') : [deletion()]) });
    const user = await open(path);
    await screen.findByText('Error fetching what was deleted');
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Acme')).toBeDefined();
  });

  it('says why it is not restored', async () => {
    given({ listDeletions: () => [deletion()], undoDeletion: () => new MockRefusal('undo_too_late') });
    const user = await open(path);
    await user.click(await screen.findByRole('button', { name: 'Restore Acme' }));
    expect(await screen.findByText('This deletion is final.')).toBeDefined();
  });
});

describe('an organization', () => {
  const plan = {
    verdict: 'POSSIBLE',
    name: 'Acme',
    lines: [
      { kind: 'locations', count: 1, names: ['Main office'] },
      { kind: 'devices', count: 7, names: ['db-1', 'web-1'] },
    ],
    warnings: [{ code: 'ALERTS_OPEN', message: 'Open alerts end with it.' }],
    blockers: [],
  } as const satisfies CallReply<'planOrganizationDeletion'>;
  const replies = (undone: unknown[] = []) =>
    given({
      readOrganization: () => organization as never,
      planOrganizationDeletion: () => plan as never,
      removeOrganization: () => ({ resultCode: 'SUCCESS', deletionId: 9, name: 'Acme', undoUntil: inMinutes(15) }),
      undoDeletion: ({ params }) => {
        undone.push(params);
        return { resultCode: 'SUCCESS', name: 'Acme' };
      },
    });

  it('is deleted on its page, which leads to the dashboard, where the undo is offered still (F10-02, F10-05)', async () => {
    const undone: unknown[] = [];
    replies(undone);
    const user = await open('/customerDashboard/3/overview');
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete organization' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete' });
    await within(dialog).findByText('Open alerts end with it.');
    expect(within(dialog).getByText('db-1, web-1 and 5 more')).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: 'Delete organization' }));
    await screen.findByRole('heading', { name: 'Dashboard', level: 1 });
    await screen.findByText('Can be undone for 15 min');
    const undo = screen.getByRole('button', { name: 'Undo the deletion of Acme' });
    undo.focus();
    await user.keyboard('{Enter}');
    await screen.findByText('Acme is restored');
    expect(undone).toEqual([{ id: '9' }]);
    await waitFor(() => expect(screen.queryByText('Can be undone for 15 min')).toBeNull());
  });

  it('is deleted in the list, whose row goes (F10-06)', async () => {
    replies();
    const row = { ...organization, locationCount: 1, monitorCount: 0, openAlertCount: 0 };
    let items = [row];
    given({
      searchOrganizations: () => ({ items: items as never, total: items.length }),
      removeOrganization: () => {
        items = [];
        return { resultCode: 'SUCCESS', deletionId: 9, name: 'Acme', undoUntil: inMinutes(15) };
      },
    });
    const user = await open('/administration/customers');
    await user.click(await screen.findByRole('button', { name: 'More for Acme' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete organization' }));
    await user.click(await screen.findByRole('button', { name: 'Delete organization' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Acme' })).toBeNull());
    expect(window.location.hash).toBe('#/administration/customers');
  });

  it('is deleted by nobody who may not', async () => {
    replies();
    const row = { ...organization, locationCount: 1, monitorCount: 0, openAlertCount: 0 };
    given({ searchOrganizations: () => ({ items: [row as never], total: 1 }) });
    await open('/administration/customers', { ...ada, sysadmin: false, permissions: ['ORGANIZATION:View'] });
    await screen.findByRole('link', { name: 'Acme' });
    expect(screen.queryByRole('button', { name: 'More for Acme' })).toBeNull();
  });
});
