// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { at, given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

const chat = {
  id: 1,
  name: 'Chat',
  url: 'https://chat.example/hook',
  events: ['alert.raised' as const],
  enabled: true,
  createdAt: at,
};

describe('the general settings', () => {
  it('save what was changed and say so (C22-05)', async () => {
    let sent: unknown;
    given({
      listWebhooks: () => [],
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
    });
    expect(save).toHaveProperty('disabled', true);
  });

  it('hold the company name to the bound of its screen document, before anything is sent', async () => {
    given({ listWebhooks: () => [] });
    const user = await open('/administration/general/settings');
    const name = await screen.findByRole('textbox', { name: /Company name/ });
    await user.clear(name);
    await user.click(within(name.closest('form') as HTMLElement).getByRole('button', { name: 'Save' }));
    expect((await screen.findAllByText('Required')).length).toBeGreaterThan(0);
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(name).toHaveProperty('value', 'Northgate IT'));
  });

  it('lead to the mail page while there is no mail server (A19)', async () => {
    given({ listWebhooks: () => [] });
    await open('/administration/general/settings');
    await screen.findByText('Invitations, password links and alerts are not mailed.');
    const link = screen.getByRole('link', { name: 'Mail settings' });
    expect(link.getAttribute('href')).toContain('/administration/general/mail');
  });

  it('add a webhook and show its signing secret once', async () => {
    const added: unknown[] = [];
    given({
      listWebhooks: () => (added.length > 0 ? [chat] : []),
      addWebhook: ({ body }) => {
        added.push(body);
        return { resultCode: 'SUCCESS', webhook: chat, secret: 'sign-me' };
      },
    });
    const user = await open('/administration/general/settings');
    await user.click(await screen.findByRole('button', { name: 'Add webhook' }));
    const name = await screen.findByRole('textbox', { name: /^Name/ });
    const dialog = screen.getByRole('dialog');
    await user.type(name, 'Chat');
    await user.type(within(dialog).getByRole('textbox', { name: /Address/ }), 'https://ada:pw@chat.example/');
    await user.click(await within(dialog).findByRole('checkbox', { name: 'Alert reset' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await within(dialog).findAllByText(/Leave user name and password out/);
    expect(added).toEqual([]);
    await user.clear(within(dialog).getByRole('textbox', { name: /Address/ }));
    await user.type(within(dialog).getByRole('textbox', { name: /Address/ }), 'https://chat.example/hook');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('textbox', { name: 'Signing secret' })).toHaveProperty('value', 'sign-me');
    expect(added).toEqual([
      { name: 'Chat', url: 'https://chat.example/hook', events: ['alert.raised'], enabled: true },
    ]);
    await user.click(within(dialog).getByText('Close', { selector: 'span' }));
    await screen.findByText('https://chat.example/hook');
    expect(screen.queryByDisplayValue('sign-me')).toBeNull();
  });

  it('send a test event and show how its delivery went', async () => {
    const delivery = {
      id: 1,
      event: 'test',
      createdAt: at,
      attempts: 1,
      status: 500,
      state: 'failed' as const,
      answer: null,
      error: null,
      nextAttemptAt: null,
    };
    given({
      listWebhooks: () => [chat],
      testWebhook: () => ({ resultCode: 'SUCCESS', delivery }),
      listDeliveries: () => [delivery],
    });
    const user = await open('/administration/general/settings');
    await user.click(await screen.findByRole('button', { name: 'Send test' }));
    const dialog = await screen.findByRole('dialog', { name: 'Deliveries to “Chat”' });
    await waitFor(() => expect(dialog.textContent).toContain('Answered 500 · 1 attempt'));
    expect(dialog.textContent).toContain('Failed');
  });
});
