// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CallReply } from '#api/client.ts';
import { MockRefusal } from '#api/mock.ts';
import { ada, given, open, withConsole } from '#tests/console/harness.tsx';
import { computer } from '#tests/console/computer.ts';
import { folderBody, ownCredentials } from '#tests/contract/folder-body.ts';

withConsole();

type Reply = CallReply<'listManagedFolders'>;
type Item = Reply['items'][number];
const waiting: Reply['delivery'] = { state: 'waiting', version: 3, at: null, reason: '' };

function folder(path: string, more: object = {}): Item {
  return {
    ...folderBody(7, path, more),
    id: 1,
    folderCredentialsPasswordSet: false,
    imagePasswordSet: false,
    revision: 1,
    createdAt: '2026-11-21T08:00:00.000Z',
    updatedAt: '2026-11-21T08:00:00.000Z',
    ...more,
  } as Item;
}

async function card(reply: Reply, me = ada) {
  given({ readDevice: () => computer, listManagedFolders: () => reply });
  const user = await open('/deviceDashboard/7/overview', me);
  const region = await screen.findByRole('region', { name: /^Managed folders/ });
  return { user, region };
}

describe('the managed folders of a device', () => {
  it('say how each is opened, verified, consolidated and kept', async () => {
    const { region } = await card({
      items: [
        folder('D:\\Backups', { throttleOverridePercent: 50 }),
        folder('\\\\nas\\images', {
          ...ownCredentials,
          id: 2,
          immediatelyVerifyImageFiles: false,
          reverifyImageFiles: false,
          monthlyConsolidationRelative: true,
          relativeWeekNumber: 'LAST',
          monthlyConsolidationDayOfWeek: 'FRI',
          retentionEnabled: false,
        }),
      ],
      delivery: waiting,
    });
    await within(region).findByText('Version 3 waits until the agent acknowledges it.');
    const text = region.textContent;
    for (const words of [
      'Opened with the default credentials of the image manager.',
      'Verifies new images at once. Verifies images again every 30 days. Throttled to 50 %.',
      'Weeks end on Saturday, months on day 31.',
      'Opened as NAS\\backup. The images have a password.',
      'Verifies no images.',
      'Weeks end on Saturday, months on the last Friday.',
      'Keeps all images.',
    ])
      expect(text).toContain(words);
    const lists = within(region).getAllByRole('list');
    expect(lists.map((list) => [list.getAttribute('aria-label'), list.children.length])).toEqual([
      ['Next merges of D:\\Backups', 4],
      ['What D:\\Backups keeps', 4],
      ['Next merges of \\\\nas\\images', 4],
    ]);
  });

  it('tell why the agent refused them', async () => {
    const reason = 'The managed folder D:\\Backups does not exist on this computer.';
    const { region } = await card({
      items: [folder('D:\\Backups')],
      delivery: { ...waiting, state: 'refused', reason },
    });
    expect(await within(region).findByText(`Refused version 3: ${reason}`)).toBeDefined();
  });

  it('tell that an older agent cannot have them', async () => {
    const { region } = await card({ items: [folder('D:\\Backups')], delivery: { ...waiting, state: 'unable' } });
    expect(await within(region).findByText(/^The agent’s version cannot receive these settings/)).toBeDefined();
  });

  it('can be asked for again where they could not be loaded', async () => {
    let asked = 0;
    given({
      readDevice: () => computer,
      listManagedFolders: () => {
        asked += 1;
        if (asked === 1) return new MockRefusal('internal');
        return { items: [folder('D:\\Backups')], delivery: waiting };
      },
    });
    const user = await open('/deviceDashboard/7/overview');
    const region = await screen.findByRole('region', { name: /^Managed folders/ });
    await within(region).findByText('The managed folders could not be loaded');
    await user.click(within(region).getByRole('button', { name: 'Try again' }));
    expect(await within(region).findByText('D:\\Backups')).toBeDefined();
    expect(asked).toBe(2);
  });

  it('offer the first one where there is none', async () => {
    const none: Reply = { items: [], delivery: { ...waiting, state: 'none', version: 0 } };
    const { region } = await card(none);
    await within(region).findByText('No managed folders');
    within(region).getByRole('button', { name: 'Add managed folder' });
    expect(region.textContent).not.toContain('Version');
  });

  it('can be changed by nobody who may only see the device', async () => {
    const viewer = { ...ada, sysadmin: false, permissions: ['NODE:View', 'ORGANIZATION:View'] } as typeof ada;
    const { region } = await card({ items: [folder('D:\\Backups')], delivery: waiting }, viewer);
    await within(region).findByText('D:\\Backups');
    expect(within(region).queryAllByRole('button')).toEqual([]);
  });

  it('are removed once that is confirmed', async () => {
    const removed: unknown[] = [];
    const { user, region } = await card({ items: [folder('D:\\Backups')], delivery: waiting });
    given({
      removeManagedFolder: ({ params }) => {
        removed.push(Number(params.id));
        return { resultCode: 'SUCCESS' };
      },
    });
    await user.click(await within(region).findByRole('button', { name: 'Actions of D:\\Backups' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete managed folder' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete managed folder “D:\\Backups”' });
    expect(dialog.textContent).toContain('The folder and its image files stay.');
    expect(removed).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Delete managed folder' }));
    await screen.findByText('Managed folder deleted');
    expect(removed).toEqual([1]);
  });
});
