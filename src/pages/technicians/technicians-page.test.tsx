// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CallReply } from '#api/client.ts';
import { MockRefusal } from '#api/mock.ts';
import { at, given, open, withConsole } from '#tests/console/harness.tsx';
import type { User } from './technician.ts';

withConsole();

function technician(part: Partial<User>): User {
  return {
    id: 1,
    uid: 'u1',
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@example.com',
    sysadmin: true,
    userType: 'TECHNICIAN',
    enabled: true,
    activated: true,
    totpEnabled: false,
    textMessages: false,
    securityKeys: 0,
    lastSignInAt: at,
    revision: 1,
    content: {
      permissions: { ticketCrud: [] },
      runOnlyScriptCategories: [],
      userInactivityTimeout: 240,
      notification: { email: true },
    },
    grants: [],
    custom: {},
    ...part,
  };
}
const grace = technician({
  id: 2,
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.com',
  sysadmin: false,
  activated: false,
  lastSignInAt: null,
});
const both = { listUsers: () => [technician({}), grace] };

describe('the technicians', () => {
  it('are asked for by their type (C16-08) and listed with role and state', async () => {
    let asked: unknown;
    given({
      listUsers: ({ query }) => {
        asked = query;
        return both.listUsers();
      },
    });
    await open('/administration/users/technicians');
    const row = (await screen.findByRole('link', { name: 'Grace Hopper' })).closest('tr');
    expect(row?.textContent).toContain('0 permissions');
    expect(row?.textContent).toContain('Invited');
    expect(asked).toEqual({ userType: 'TECHNICIAN' });
  });

  it('are found by name and by state', async () => {
    given(both);
    const user = await open('/administration/users/technicians');
    await user.click(await screen.findByRole('button', { name: /^Invited/ }));
    expect(screen.queryByRole('link', { name: 'Ada Byron' })).toBeNull();
    await user.type(screen.getByRole('searchbox', { name: 'Search technicians' }), 'ada');
    await screen.findByText('Nothing was found for “ada”.');
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    expect(screen.getByRole('link', { name: 'Ada Byron' })).toBeDefined();
  });

  it('say "Failed to load Users" when they cannot be read (C16-11)', async () => {
    given({ listUsers: () => new MockRefusal('internal') });
    await open('/administration/users/technicians');
    expect(await screen.findByText('Failed to load Users')).toBeDefined();
  });

  it('get a new activation link, shown once', async () => {
    given({
      ...both,
      inviteUser: () => ({
        resultCode: 'SUCCESS',
        activationLink: 'https://cairn.example/#/activate?token=t0ken',
        mailed: false,
      }),
    });
    const user = await open('/administration/users/technicians');
    await user.click(await screen.findByRole('button', { name: 'Actions for Grace Hopper' }));
    await user.click(await screen.findByRole('menuitem', { name: 'New activation link' }));
    await user.click(await screen.findByRole('button', { name: 'Make link' }));
    await screen.findByText('https://cairn.example/#/activate?token=t0ken');
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText(/t0ken/)).toBeNull());
  });

  it('lose their second factor after a confirmation, where they have one (S10)', async () => {
    const reset: unknown[] = [];
    given({
      listUsers: () => [technician({}), { ...grace, totpEnabled: reset.length === 0 }],
      resetSecondFactor: ({ params }) => {
        reset.push(Number(params.id));
        return { resultCode: 'SUCCESS' };
      },
    });
    const user = await open('/administration/users/technicians');
    await user.click(await screen.findByRole('button', { name: 'Actions for Grace Hopper' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Reset second factor' }));
    const dialog = await screen.findByRole('dialog', { name: 'Reset the second factor of “Grace Hopper”' });
    expect(reset).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Reset second factor' }));
    await screen.findByText('Second factor of “Grace Hopper” reset');
    expect(reset).toEqual([grace.id]);
    await user.click(screen.getByRole('button', { name: 'Actions for Grace Hopper' }));
    await screen.findByRole('menuitem', { name: 'Delete technician' });
    expect(screen.queryByRole('menuitem', { name: 'Reset second factor' })).toBeNull();
  });

  const plan = {
    verdict: 'POSSIBLE',
    name: 'Grace Hopper',
    lines: [{ kind: 'apiKeys', count: 1, names: ['Reports'] }],
    warnings: [{ code: 'AUTOMATIONS_STOP', message: 'These automations stop: Clean up (Servers).' }],
    blockers: [],
  } as const satisfies CallReply<'planUserDeletion'>;

  it('are not deleted while something keeps them, which is said (F10-09)', async () => {
    given({
      ...both,
      planUserDeletion: () => ({
        ...plan,
        verdict: 'BLOCKED',
        blockers: [{ code: 'last_sysadmin', message: 'At least one system administrator must remain.' }],
      }),
    });
    const user = await open('/administration/users/technicians');
    await user.click(await screen.findByRole('button', { name: 'Actions for Grace Hopper' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete technician' }));
    await screen.findByText('At least one system administrator must remain.');
    expect(screen.queryByRole('button', { name: 'Delete user' })).toBeNull();
  });

  it('leave the list at once when they are deleted, and stand in it again after the undo (F10-07)', async () => {
    let deleted = false;
    given({
      ...both,
      listUsers: () => [technician({}), ...(deleted ? [] : [grace])],
      planUserDeletion: ({ params }) => {
        expect(params.id).toBe(String(grace.id));
        return plan as never;
      },
      removeUser: () => {
        deleted = true;
        const undoUntil = new Date(Date.now() + 900_000).toISOString();
        return { resultCode: 'SUCCESS', deletionId: 5, name: 'Grace Hopper', undoUntil };
      },
      undoDeletion: () => {
        deleted = false;
        return { resultCode: 'SUCCESS', name: 'Grace Hopper' };
      },
    });
    const user = await open('/administration/users/technicians');
    await user.click(await screen.findByRole('button', { name: 'Actions for Grace Hopper' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete technician' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete' });
    await within(dialog).findByText('These automations stop: Clean up (Servers).');
    expect(within(dialog).getByText('Reports')).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: 'Delete user' }));
    await waitFor(() => expect(screen.queryByText('Grace Hopper')).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'Undo the deletion of Grace Hopper' }));
    expect(await screen.findByRole('link', { name: 'Grace Hopper' })).toBeDefined();
  });

  it('are copied: the form begins with the rights of another and without a name (C16-03)', async () => {
    const asked: unknown[] = [];
    given({
      ...both,
      readUser: ({ params }) => {
        asked.push(params.id);
        return technician({ id: 2, firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com' });
      },
    });
    const user = await open('/administration/users/technicians');
    await user.click(await screen.findByRole('button', { name: 'Actions for Grace Hopper' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Copy' }));
    expect(await screen.findByRole('textbox', { name: /First name/ })).toHaveProperty('value', '');
    expect(await screen.findByRole('switch', { name: /System administrator/ })).toHaveProperty('checked', true);
    expect(asked).toEqual(['2']);
    expect(window.location.hash).toContain('/editor/user/2/copy');
  });

  it('do not offer to delete oneself', async () => {
    given(both);
    const user = await open('/administration/users/technicians');
    await user.click(await screen.findByRole('button', { name: 'Actions for Ada Byron' }));
    await screen.findByRole('menuitem', { name: 'Edit' });
    expect(screen.queryByRole('menuitem', { name: 'Delete technician' })).toBeNull();
  });
});
