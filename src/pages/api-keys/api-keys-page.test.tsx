// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MockRefusal } from '#api/mock.ts';
import { at, given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

const path = '/administration/apps/api';
const key = (id: number, name: string, owner: { id: number; name: string; sysadmin: boolean }, more: object = {}) => ({
  id,
  name,
  keyId: `key-${id}`,
  scope: 'read' as const,
  createdAt: at,
  expiresAt: '2027-02-01T10:00:00.000Z',
  lastUsedAt: null,
  owner: { email: `${owner.name.split(' ')[0]?.toLowerCase()}@example.com`, ...owner },
  ...more,
});
const grace = { id: 2, name: 'Grace Hopper', sysadmin: false };
const ada = { id: 1, name: 'Ada Byron', sysadmin: true };
const both = () => [
  key(7, 'Reports', grace, { lastUsedAt: at }),
  key(8, 'Old script', ada, { scope: 'write', expiresAt: '2020-01-01T00:00:00.000Z' }),
];

describe('the API keys of every user', () => {
  it('show owner, name, access, last use and expiry (S1)', async () => {
    given({ listEveryApiKey: both });
    await open(path);
    const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr');
    const reports = await rowOf('Reports');
    expect(within(reports as HTMLElement).getByRole('link', { name: 'Grace Hopper' })).toBeTruthy();
    expect(reports?.textContent).toContain('Read only');
    expect(reports?.querySelectorAll('time')).toHaveLength(2);
    const old = await rowOf('Old script');
    expect(old?.textContent).toContain('(administrator)');
    expect(old?.textContent).toContain('Expired');
    expect(old?.textContent).toContain('Never');
  });

  it('are revoked after a confirmation that names key and owner (S1)', async () => {
    const revoked: unknown[] = [];
    given({
      listEveryApiKey: () => both().filter(({ id }) => !revoked.includes(id)),
      revokeApiKey: ({ params }) => {
        revoked.push(Number(params.id));
        return { resultCode: 'SUCCESS' };
      },
    });
    const user = await open(path);
    await user.click(await screen.findByRole('button', { name: 'Revoke “Reports” of Grace Hopper' }));
    const dialog = await screen.findByRole('dialog', { name: 'Revoke API key “Reports”' });
    expect(dialog.textContent).toContain('Grace Hopper');
    expect(revoked).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Revoke key' }));
    await screen.findByText('API key revoked');
    expect(revoked).toEqual([7]);
    await waitFor(() => expect(screen.queryByText('Reports')).toBeNull());
  });

  it('are found by owner, address, name and key ID', async () => {
    given({ listEveryApiKey: both });
    const user = await open(path);
    const search = await screen.findByRole('searchbox', { name: 'Search API keys' });
    for (const text of ['hopper', 'grace@', 'report', 'key-7']) {
      await user.clear(search);
      await user.type(search, text);
      await screen.findByText('1 API key');
      expect(screen.getByText('Reports')).toBeTruthy();
    }
  });

  it('say that there are none', async () => {
    given({ listEveryApiKey: () => [] });
    await open(path);
    expect(await screen.findByText('No API keys yet')).toBeTruthy();
  });

  it('say that they could not be loaded', async () => {
    given({ listEveryApiKey: () => new MockRefusal('internal') });
    await open(path);
    expect(await screen.findByText('The API keys could not be loaded')).toBeTruthy();
  });
});
