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
  custom: {},
  revision: 1,
  createdAt: at,
};

describe('the event subscriptions', () => {
  it('add one and show its signing secret once', async () => {
    const added: unknown[] = [];
    given({
      listWebhooks: () => (added.length > 0 ? [chat] : []),
      addWebhook: ({ body }) => {
        added.push(body);
        return { resultCode: 'SUCCESS', webhook: chat, secret: 'sign-me' };
      },
    });
    const user = await open('/administration/apps/events');
    await user.click(await screen.findByRole('button', { name: 'Add event subscription' }));
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
    const user = await open('/administration/apps/events');
    await user.click(await screen.findByRole('button', { name: 'Send test' }));
    const dialog = await screen.findByRole('dialog', { name: 'Deliveries to “Chat”' });
    await waitFor(() => expect(dialog.textContent).toContain('Answered 500 · 1 attempt'));
    expect(dialog.textContent).toContain('Failed');
  });
});
