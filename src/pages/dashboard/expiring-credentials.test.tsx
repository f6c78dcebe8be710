// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const of = (id: number, name: string, expiresOn: string) => ({
  id,
  name,
  expiresOn,
  credentialType: 'BASIC' as const,
  clientId: 3,
  clientName: 'Northwind',
});

it('reminds of credentials that expire, and leads to their organization (F22)', async () => {
  const items = [of(4, 'Domain', '2026-01-31'), of(5, 'Switches', dayIn(7))];
  given({ listExpiringCredentials: () => ({ items, total: 2 }) });
  await open('/systemDashboard/overview');
  const domain = await screen.findByRole('link', { name: 'Domain' });
  expect(domain.getAttribute('href')).toContain('/customerDashboard/3');
  const item = (name: string) => within(screen.getByRole('link', { name }).closest('li') ?? document.body);
  expect(item('Domain').getByText('Expired on Jan 31, 2026')).toBeDefined();
  expect(item('Switches').getByText(/^Expires in [678] days$/)).toBeDefined();
});

it('says nothing while none expires', async () => {
  await open('/systemDashboard/overview');
  await screen.findAllByText('Open alerts');
  expect(screen.queryByText('Credentials that expire')).toBeNull();
});
