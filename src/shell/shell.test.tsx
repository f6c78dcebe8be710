// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { MockRefusal } from '#api/mock.ts';
import { ada, given, monitorRow, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

const viewer = { ...ada, sysadmin: false, permissions: ['NODE:View', 'ORGANIZATION:View'] };

describe('the shell', () => {
  it('marks the page in the navigation, names it in the title and gives its heading the focus', async () => {
    await open('/cloudMonitors');
    await screen.findByRole('heading', { name: 'Cloud monitors', level: 1 });
    expect(
      within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { current: 'page' }).textContent,
    ).toBe('Cloud monitors');
    await waitFor(() => expect(document.title).toBe('Cloud monitors · Cairn'));
    expect(document.activeElement?.tagName).toBe('H1');
  });

  it('goes to the dashboard from the empty route', async () => {
    await open('/');
    expect(await screen.findByRole('heading', { name: 'Dashboard', level: 1 })).toBeDefined();
  });

  it.each(['/nowhere', '/cloudMonitorDashboard/none', '/gallery'])(
    'says that %s does not exist, under a heading with the focus, with a way on',
    async (route) => {
      await open(route);
      const heading = await screen.findByRole('heading', { name: 'Not found', level: 1 });
      await waitFor(() => expect(document.activeElement).toBe(heading));
      expect(document.title).toBe('Not found · Cairn');
      expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toBeDefined();
    },
  );

  it('keeps a page from those who may not see it', async () => {
    await open('/administration/users/technicians', viewer);
    expect(await screen.findByRole('heading', { name: 'You do not have access to this page', level: 1 })).toBeDefined();
  });

  it('offers to add only what the person may add', async () => {
    const user = await open('/systemDashboard/overview', {
      ...viewer,
      permissions: [...viewer.permissions, 'NODE:Create'],
    });
    await user.click(await screen.findByRole('button', { name: 'Add' }));
    await waitFor(() =>
      expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
        'Add cloud monitor',
        'Add computer',
      ]),
    );
  });

  it('finds pages, organizations and monitors with / and goes there with Enter', async () => {
    given({
      searchOrganizations: ({ query }) => ({
        items:
          query.search === 'sho'
            ? [
                {
                  id: 4,
                  name: 'Shoreditch Shoes',
                  description: '',
                  locationCount: 1,
                  deviceCount: 0,
                  monitorCount: 0,
                  openAlertCount: 0,
                  updatedAt: '2026-11-21T08:00:00.000Z',
                },
              ]
            : [],
        total: 1,
      }),
      listMonitors: () => ({ items: [monitorRow()], total: 1 }),
      readMonitor: () => new MockRefusal('not_found'),
    });
    const user = await open('/systemDashboard/overview');
    await screen.findByRole('heading', { name: 'Dashboard', level: 1 });
    await user.keyboard('/sho');
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search' }));
    await screen.findByRole('option', { name: 'Shoreditch Shoes' });
    await screen.findByRole('option', { name: 'Shop Acme' });
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(window.location.hash).toBe('#/cloudMonitorDashboard/1'));
  });

  it('leaves / to the field that is typed in', async () => {
    const user = await open('/cloudMonitors');
    const field = await screen.findByRole('searchbox', { name: 'Search monitors' });
    await user.type(field, 'a/b');
    expect(field).toHaveProperty('value', 'a/b');
  });

  it('lists the keys with ? and closes the list with Escape', async () => {
    const user = await open('/systemDashboard/overview');
    await screen.findByRole('heading', { name: 'Dashboard', level: 1 });
    await user.keyboard('?');
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('collapses the navigation and remembers it', async () => {
    const user = await open('/systemDashboard/overview');
    await user.click(await screen.findByRole('button', { name: 'Collapse navigation' }));
    expect(screen.getByRole('button', { name: 'Expand navigation' }).getAttribute('aria-expanded')).toBe('false');
    expect(localStorage.getItem('cairn.navigation.collapsed')).toBe('true');
  });

  it('shows the pages of the administration in a panel of their own, the one that is shown marked (C02-01, C02-07)', async () => {
    const user = await open('/administration/general/activities');
    const panel = await screen.findByRole('navigation', { name: 'Administration' });
    expect(within(panel).getByRole('link', { current: 'page' }).textContent).toBe('Activities');
    const main = screen.getByRole('navigation', { name: 'Main' });
    expect(within(main).getByRole('link', { current: 'page' }).getAttribute('aria-label')).toBe('Administration');
    await user.click(within(main).getByRole('link', { name: 'Dashboard' }));
    await screen.findByRole('heading', { name: 'Dashboard', level: 1 });
    expect(screen.queryByRole('navigation', { name: 'Administration' })).toBeNull();
    expect(localStorage.getItem('cairn.navigation.collapsed')).toBeNull();
  });

  it('opens the group of the page that is shown, and any other by its arrow (C02-03, C02-04)', async () => {
    given({ listUsers: () => [] });
    const user = await open('/administration/general/activities');
    const panel = await screen.findByRole('navigation', { name: 'Administration' });
    const isOpen = (name: string) => within(panel).getByRole('button', { name }).getAttribute('aria-expanded');
    expect([isOpen('Pages of General'), isOpen('Pages of Accounts')]).toEqual(['true', 'false']);
    expect(within(panel).queryByRole('link', { name: 'Technicians' })).toBeNull();
    await user.click(within(panel).getByRole('button', { name: 'Pages of General' }));
    await user.click(within(panel).getByRole('button', { name: 'Pages of Accounts' }));
    expect([isOpen('Pages of General'), isOpen('Pages of Accounts')]).toEqual(['false', 'true']);
    await user.click(within(panel).getByRole('link', { name: 'Technicians' }));
    await screen.findByRole('heading', { name: 'Technicians', level: 1 });
    expect([isOpen('Pages of General'), isOpen('Pages of Accounts')]).toEqual(['false', 'true']);
  });

  it('keeps the administration from those who may use none of it', async () => {
    await open('/cloudMonitors', { ...viewer, permissions: ['NODE:View'] });
    const main = await screen.findByRole('navigation', { name: 'Main' });
    expect(within(main).queryByRole('link', { name: 'Administration' })).toBeNull();
  });

  it('asks before signing out, and can sign out everywhere (C16-01, C16-02)', async () => {
    const sent: unknown[] = [];
    given({
      signOut: ({ body }) => {
        sent.push(body);
        return new MockRefusal('unavailable');
      },
    });
    const user = await open('/systemDashboard/overview');
    await user.click(await screen.findByRole('button', { name: /account of Ada Byron/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    const dialog = await screen.findByRole('dialog', { name: 'Sign out of Cairn?' });
    expect(sent).toEqual([]);
    await user.click(within(dialog).getByRole('checkbox', { name: /Sign out of all sessions/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }));
    await within(dialog).findByRole('alert');
    expect(sent).toEqual([{ fromAllSessions: true }]);
  });

  it('says that the page may be out of date while the browser is offline', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await open('/systemDashboard/overview');
    expect(await screen.findByText('You are offline. What you see may be out of date.')).toBeDefined();
    online.mockRestore();
  });
});
