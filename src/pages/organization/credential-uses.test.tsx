// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { given, open, organization, withConsole } from '#tests/console/harness.tsx';

withConsole();

const none = { total: 0, names: [] };
it('shows where a credential is used, in the list and before it is deleted (F22)', async () => {
  given({
    readOrganization: () => organization as never,
    listCredentials: () => [
      { id: 4, name: 'Switches', credentialType: 'SNMP_V2C', expiresOn: '' },
      { id: 5, name: 'Spare', credentialType: 'SNMP_V2C', expiresOn: '' },
    ],
    listCredentialUses: () => [
      {
        credentialId: 4,
        devices: {
          total: 3,
          names: [
            { id: 1, name: 'sw-1' },
            { id: 2, name: 'sw-2' },
          ],
        },
        vmHosts: none,
        computers: none,
        readsDirectory: true,
      },
    ],
  });
  const user = await open('/customerDashboard/3/overview');
  const line = '3 devices are polled with it: sw-1, sw-2 and 1 more';
  await screen.findByText(line);
  expect(within(screen.getByText('Spare').closest('li') ?? document.body).queryByText(/with it/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'More actions for “Switches”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete credential' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete credential “Switches”' });
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([line, 'Active Directory was read with it']);
});
