// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
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
        'Add NMS device',
        'Run Ad Hoc Network Discovery',
        'Add VM host',
        'Discover Active Directory',
      ]),
    );
  });

  const shop = {
    id: 1,
    name: 'Shop',
    type: 'DEVICE' as const,
    description: 'Acme',
    details: { nodeType: 'CLOUD_MONITOR_TARGET', clientId: 1 },
    matchAttr: 'name',
    matchAttrValue: 'Shop',
    score: 100,
  };
  const shoes = {
    ...shop,
    id: 4,
    name: 'Shoreditch Shoes',
    type: 'ORGANIZATION' as const,
    description: '',
    details: {},
    matchAttrValue: 'Shoreditch Shoes',
  };
  const server = {
    ...shop,
    id: 9,
    name: 'shop-server',
    matchAttrValue: 'shop-server',
    details: { nodeType: 'AGENT' },
    score: 50,
  };

  it('finds devices, monitors and organizations with / and goes there with Enter (C05-07, A11)', async () => {
    given({
      quickSearch: ({ body }) => ({
        exact: body.query === 'sho' ? [shoes, shop] : [],
        suggested: body.query === 'sho' ? [server] : [],
        toleratesTypos: true,
      }),
      readMonitor: () => new MockRefusal('not_found'),
    });
    const remembered: unknown[] = [];
    given({
      addRecentSearch: ({ body }) => {
        remembered.push(body);
        return { resultCode: 'SUCCESS' };
      },
    });
    const user = await open('/systemDashboard/overview');
    await screen.findByRole('heading', { name: 'Dashboard', level: 1 });
    await user.keyboard('/sho');
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search' }));
    await screen.findByRole('option', { name: 'Shoreditch Shoes' });
    await screen.findByRole('option', { name: 'Shop Acme' });
    await screen.findByRole('option', { name: 'shop-server Device · Acme' });
    const names = within(screen.getByRole('listbox', { name: 'Search results' }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent?.trim());
    await user.keyboard(`${'{ArrowDown}'.repeat(names.findIndex((name) => name?.startsWith('Shop ')) + 1)}{Enter}`);
    await waitFor(() => expect(window.location.hash).toBe('#/cloudMonitorDashboard/1'));
    expect(remembered).toMatchObject([{ id: 1, type: 'DEVICE' }]);
  });

  it('is reached by Ctrl+K, forgives a typing error in the name of a page, and begins actions (C05-44, A11)', async () => {
    const user = await open('/cloudMonitors');
    await user.click(await screen.findByRole('searchbox', { name: 'Search monitors' }));
    await user.keyboard('{Control>}k{/Control}techncians');
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search' }));
    await screen.findByRole('option', { name: 'Technicians Accounts' });
    await user.keyboard('{Escape}');
    // The focus has not moved.
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search monitors' }));
    await user.keyboard('{Control>}k{/Control}keyboard');
    await screen.findByRole('option', { name: 'Keyboard shortcuts' });
    await user.keyboard('{ArrowDown}{Enter}');
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  });

  it('offers no page and no action that the person may not use (A11)', async () => {
    const user = await open('/systemDashboard/overview', viewer);
    await screen.findByRole('heading', { name: 'Dashboard', level: 1 });
    await user.keyboard('/tech');
    await screen.findByText('No results found');
    await user.clear(screen.getByRole('searchbox', { name: 'Search' }));
    await screen.findByRole('option', { name: 'Keyboard shortcuts' });
    expect(screen.queryByRole('option', { name: /^Add/ })).toBeNull();
  });

  it('opens the page of every result with Enter, narrows by a word and a colon, and widens with Backspace (C05-30, C05-31, C05-32)', async () => {
    const asked: unknown[] = [];
    given({
      quickSearch: ({ body }) => {
        asked.push(body);
        return { exact: [shop, shoes], suggested: [server], toleratesTypos: false };
      },
    });
    const user = await open('/systemDashboard/overview');
    await screen.findByRole('heading', { name: 'Dashboard', level: 1 });
    await user.keyboard('/device:sho');
    const filter = screen.getByRole('combobox', { name: 'Search in' });
    expect(filter).toHaveProperty('value', 'DEVICE');
    await screen.findByRole('option', { name: 'View all results' });
    await screen.findByText(/does not support fuzzy search/);
    expect(asked.at(-1)).toMatchObject({ query: 'sho', filter: 'DEVICE' });
    await user.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}');
    expect(filter).toHaveProperty('value', 'all');
    await user.keyboard('sho{Enter}');
    await screen.findByRole('heading', { name: 'Search', level: 1 });
    expect(window.location.hash).toBe('#/search?searchValue=sho&searchFilter=all');
    expect(await screen.findByRole('link', { name: 'Shoreditch Shoes' })).toHaveProperty(
      'hash',
      '#/customerDashboard/4/overview',
    );
  });

  it('shows where the person was lately, and says when that cannot be read (C05-41, C05-49)', async () => {
    given({
      listRecentSearches: () => [
        { id: 4, name: 'Shoreditch Shoes', type: 'ORGANIZATION', description: '', details: {}, route: null },
        { id: null, name: 'Alerts', type: 'ADMINISTRATION', description: '', details: {}, route: '/alerts' },
      ],
    });
    const user = await open('/cloudMonitors');
    await screen.findByRole('heading', { name: 'Cloud monitors', level: 1 });
    await user.keyboard('/');
    await screen.findByRole('option', { name: 'Shoreditch Shoes' });
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(window.location.hash).toBe('#/alerts'));
  });

  it('goes to pages by two keys, adds by c, edits by e and walks rows by j and k, never while typing (B: shortcuts)', async () => {
    given({ listMonitors: () => ({ items: [monitorRow(), monitorRow({ id: 2, monitorName: 'Portal' })], total: 2 }) });
    const user = await open('/systemDashboard/overview');
    await screen.findByRole('heading', { name: 'Dashboard', level: 1 });
    await user.keyboard('gm');
    await screen.findByRole('link', { name: 'Portal' });
    await user.keyboard('jj');
    expect(document.activeElement?.textContent).toBe('Portal');
    await user.keyboard('k');
    expect(document.activeElement?.textContent).toBe('Shop');
    await user.type(screen.getByRole('searchbox', { name: 'Search monitors' }), 'gacj');
    expect(window.location.hash).toBe('#/cloudMonitors');
    expect(screen.queryByRole('menu')).toBeNull();
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('c');
    await screen.findByRole('menuitem', { name: 'Add cloud monitor' });
  });

  it('goes through the full-screen editor by Ctrl+Enter, its summary too (B: shortcuts)', async () => {
    const sent: unknown[] = [];
    given({
      addOrganization: ({ body }) => {
        sent.push(body);
        return new MockRefusal('internal');
      },
    });
    const user = await open('/editor/customer');
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Northwind');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByRole('heading', { name: 'Locations', level: 1 });
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Main office');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByRole('heading', { name: 'Confirm', level: 1 });
    // Blur, as after a click on an empty area, so that the form does not receive the key.
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(sent).toHaveLength(1));
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

  it('leaves the groups of the administration as they were left, on the next visit too (A17)', async () => {
    given({ listUsers: () => [] });
    const user = await open('/administration/users/technicians');
    const panel = () => screen.findByRole('navigation', { name: 'Administration' });
    const arrow = async (name: string) => within(await panel()).getByRole('button', { name: `Pages of ${name}` });
    const states = async () =>
      Promise.all(
        ['General', 'Accounts', 'Apps'].map(async (name) => (await arrow(name)).getAttribute('aria-expanded')),
      );
    await user.click(await arrow('Apps'));
    expect(await states()).toEqual(['false', 'true', 'true']);
    expect(within(await panel()).getByRole('link', { name: 'Status pages' })).toBeTruthy();
    expect(within(await panel()).getByRole('link', { name: 'Event subscriptions' })).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    await screen.findByRole('heading', { name: 'Dashboard', level: 1 });
    await user.click(screen.getByRole('link', { name: 'Administration' }));
    await screen.findByRole('heading', { name: 'General settings', level: 1 });
    expect(await states()).toEqual(['true', 'true', 'true']);
    await user.click(await arrow('Accounts'));
    cleanup();
    await open('/administration/apps/notificationChannels');
    expect(await states()).toEqual(['true', 'false', 'true']);
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
    expect(await screen.findByText('You are offline. This page may be out of date.')).toBeDefined();
    online.mockRestore();
  });
});
