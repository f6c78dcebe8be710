// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

describe('the general settings', () => {
  it('save what was changed and say so (C22-05)', async () => {
    let sent: unknown;
    given({
      saveDivision: ({ body }) => {
        sent = body;
        return { resultCode: 'SUCCESS', division: {} as never };
      },
    });
    const user = await open('/administration/general/settings');
    const name = await screen.findByRole('textbox', { name: /Company name/ });
    const save = within(name.closest('form') as HTMLElement).getByRole('button', { name: 'Save' });
    expect(save).toHaveProperty('disabled', true);
    await user.type(name, ' Ltd');
    await user.click(save);
    await screen.findByText('General settings saved');
    expect(sent).toEqual({
      name: 'Northgate IT Ltd',
      language: 'en-us',
      timeZoneId: 'UTC',
      allowOwnAddresses: false,
      monitorNetworks: '10.0.0.0/8',
      deliveryNetworks: '',
      snmpV3InDiscovery: false,
    });
    expect(save).toHaveProperty('disabled', true);
  });

  it('hold the company name to the bound of its screen document, before anything is sent', async () => {
    const user = await open('/administration/general/settings');
    const name = await screen.findByRole('textbox', { name: /Company name/ });
    await user.clear(name);
    await user.click(within(name.closest('form') as HTMLElement).getByRole('button', { name: 'Save' }));
    expect((await screen.findAllByText('Required')).length).toBeGreaterThan(0);
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(name).toHaveProperty('value', 'Northgate IT'));
  });

  it('lead to the mail page while there is no mail server (A19)', async () => {
    await open('/administration/general/settings');
    await screen.findByText('Invitations, password links and alerts are not mailed.');
    const link = screen.getByRole('link', { name: 'Mail settings' });
    expect(link.getAttribute('href')).toContain('/administration/general/mail');
  });
});
