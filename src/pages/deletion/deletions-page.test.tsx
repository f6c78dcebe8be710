// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CallReply } from '#api/client.ts';
import { MockRefusal } from '#api/mock.ts';
import { ada, at, FakeSocket, given, open, organization, withConsole } from '#tests/console/harness.tsx';
import { loadFlow } from '../../flow/registry.ts';

withConsole();
// A page fetches the flow when it is opened; here that compiles it first.
beforeAll(() => loadFlow('deletion'));

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

  it('takes its backup data along only where somebody chose so and typed its name (F10-03, F10-16, F10-17)', async () => {
    replies();
    const started: unknown[] = [];
    const id = '8f2f7f0e-1111-4222-8333-123456789abc';
    const progress = { stage: 'erase', stages: ['erase'], done: 1, total: 1, rate: 0, secondsLeft: null };
    const run = {
      id,
      kind: 'backup-data-deletion',
      subject: 'organization:3',
      progress,
      lastSeq: 0,
      refusal: null,
      cancelRequested: false,
      createdAt: inMinutes(0),
      startedAt: inMinutes(0),
    };
    const erased = {
      resultCode: 'SUCCESS',
      deletionId: 9,
      name: 'Acme',
      undoUntil: inMinutes(15),
      files: 12,
      bytes: 10,
    };
    const place = { files: 12, bytes: 3_400_000_000, others: 2 };
    given({
      checkBackupData: () => ({
        deviceCount: 2,
        files: 12,
        bytes: 3_400_000_000,
        devices: [
          { nodeId: 7, name: 'db-1', reason: '', destinations: [{ path: '/srv/backups', ...place }] },
          {
            nodeId: 8,
            name: 'web-1',
            reason: 'The device is offline.',
            destinations: [{ path: 'D:\\Backups', files: null, bytes: null, others: 0 }],
          },
        ],
      }),
      removeOrganizationWithBackupData: ({ params }) => {
        started.push(params);
        return { ...run, state: 'queued', result: null, endedAt: null };
      },
      readRun: () => ({ ...run, state: 'done', result: erased, endedAt: inMinutes(0) }),
    });
    const user = await open('/customerDashboard/3/overview');
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete organization' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete' });
    await within(dialog).findByText('Image files: 12, 3.4 GB. Devices with backup jobs: 2.');
    expect(
      within(dialog).getByText('/srv/backups. Image files: 12, 3.4 GB. Of other volumes, which stay: 2.'),
    ).toBeDefined();
    expect(within(dialog).getByText('D:\\Backups. Image files: not counted.')).toBeDefined();
    expect(within(dialog).getByText('The device is offline.')).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: 'Also delete the backup data permanently' }));
    const name = await within(dialog).findByRole('textbox', { name: /Name/ });
    expect(within(dialog).getByText(/cannot be undone/)).toBeDefined();
    await user.type(name, 'Acm');
    await user.click(within(dialog).getByRole('button', { name: 'Delete permanently' }));
    await within(dialog).findAllByText('Type Acme');
    expect(started).toEqual([]);
    await user.type(name, 'e');
    await user.click(within(dialog).getByRole('button', { name: 'Delete permanently' }));
    await screen.findByText('12 image files of its backups are deleted for good.');
    expect(started).toEqual([{ id: '3' }]);
    expect(screen.getByRole('button', { name: 'Undo the deletion of Acme' })).toBeDefined();
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
