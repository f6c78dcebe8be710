// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MockRefusal } from '#api/mock.ts';
import { ada, at, given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

const acme = {
  id: 1,
  name: 'Acme',
  description: '',
  locationCount: 2,
  deviceCount: 3,
  monitorCount: 1,
  openAlertCount: 0,
  custom: {},
  updatedAt: at,
};

describe('the organizations', () => {
  it('stand at #/administration/customers (C23-14), under a header with title, description and what can be done (C01-14)', async () => {
    given({ searchOrganizations: () => ({ items: [acme], total: 1 }) });
    await open('/administration/customers');
    const title = await screen.findByRole('heading', { name: 'Organizations', level: 1 });
    const header = title.closest('header');
    if (header === null) throw new Error('the title stands in no header');
    expect(header.querySelector('p')?.textContent).toMatch(/\w+ \w+/);
    expect(within(header).getByRole('link', { name: /Add organization/ })).toBeDefined();
    expect(await screen.findByText('Acme')).toBeDefined();
  });

  it('say "Error fetching organizations" when they cannot be read (C23-21)', async () => {
    given({ searchOrganizations: () => new MockRefusal('internal') });
    await open('/administration/customers');
    expect(await screen.findByText('Error fetching organizations')).toBeDefined();
  });
});

describe('an organization', () => {
  const organization = { ...acme, locations: [], timeZoneId: '_Division', custom: {}, revision: 1, createdAt: at };

  it.each([
    ['who may change organizations', ['ORGANIZATION:View', 'ORGANIZATION:Update'], true],
    ['nobody else', ['ORGANIZATION:View'], false],
  ])('shows the link to its configuration to %s (C23-08)', async (_, permissions, shown) => {
    given({ readOrganization: () => organization });
    await open('/customerDashboard/1/overview', { ...ada, sysadmin: false, permissions });
    await screen.findByRole('heading', { name: 'Acme', level: 1 });
    expect(screen.queryAllByRole('link', { name: 'Edit' }).map((link) => link.getAttribute('href'))).toEqual(
      shown ? [expect.stringContaining('/editor/customer/1')] : [],
    );
  });
});
