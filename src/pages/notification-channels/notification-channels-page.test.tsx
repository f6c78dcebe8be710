// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CallReply } from '#api/client.ts';
import { MockRefusal } from '#api/mock.ts';
import { ada, at, FakeSocket, given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

type Channel = CallReply<'readNotificationChannel'>;
type Delivery = CallReply<'listChannelDeliveries'>['items'][number];

const route = '/administration/apps/notificationChannels';
const chat: Channel = {
  id: 1,
  name: 'Chat',
  channelType: 'WEBHOOK',
  enabled: true,
  recipients: [],
  phones: [],
  url: 'https://chat.example/hook',
  repeatMinutes: null,
  escalateMinutes: null,
  escalateChannelId: null,
  conditionCount: 2,
  custom: {},
  revision: 1,
  createdAt: at,
};
const onCall: Channel = {
  ...chat,
  id: 2,
  name: 'On call',
  channelType: 'EMAIL',
  recipients: [{ email: 'a@example.com' }, { email: 'b@example.com' }],
  url: null,
  repeatMinutes: null,
  escalateMinutes: null,
  escalateChannelId: null,
  conditionCount: 0,
  custom: {},
};
const failed: Delivery = {
  id: 7,
  event: 'alert.raised',
  createdAt: at,
  attempts: 8,
  state: 'failed',
  status: 500,
  answer: 'out of order',
  error: 'The receiver answered 500.',
  nextAttemptAt: null,
  recipient: null,
  monitorId: 3,
  monitorName: 'Shop',
  ofDevice: false,
};

describe('the notification channels (C02-20)', () => {
  it('stand with where they send to, who uses them and whether mail can leave at all', async () => {
    given({ listNotificationChannels: () => [chat, onCall] });
    await open(route);
    const chatLine = (await screen.findByText('https://chat.example/hook')).closest('div')?.parentElement;
    expect(chatLine?.textContent).toContain('Used by 2 conditions');
    expect(screen.getByText(/a@example.com, b@example.com/).textContent).toContain('Not used by a condition');
    // The quiet day has no mail server.
    expect(screen.getAllByText('No mail server')).toHaveLength(1);
  });

  it('are added by their flow, of e-mail with as many recipients as are wanted', async () => {
    const added: unknown[] = [];
    given({
      listNotificationChannels: () => (added.length > 0 ? [onCall] : []),
      addNotificationChannel: ({ body }) => {
        added.push(body);
        return { resultCode: 'SUCCESS', channel: onCall };
      },
    });
    const user = await open(route);
    await user.click(await screen.findByRole('button', { name: 'Add notification channel' }));
    const name = await screen.findByRole('textbox', { name: /^Name/ });
    const dialog = screen.getByRole('dialog');
    await user.type(name, 'On call');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await within(dialog).findAllByText(/Required/);
    const address = () => within(dialog).getAllByPlaceholderText('oncall@example.com');
    await user.type(address()[0] as HTMLElement, 'a@example.com');
    await user.click(within(dialog).getByRole('button', { name: 'Add a recipient' }));
    await user.type(address()[1] as HTMLElement, 'b@example.com');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(added).toEqual([
      {
        name: 'On call',
        channelType: 'EMAIL',
        recipients: [{ email: 'a@example.com' }, { email: 'b@example.com' }],
        enabled: true,
        repeatMinutes: null,
        escalateMinutes: null,
        escalateChannelId: null,
      },
    ]);
  });

  it('send a test and show what came back', async () => {
    given({
      listNotificationChannels: () => [chat],
      testNotificationChannel: () => ({ resultCode: 'SUCCESS', deliveries: [] }),
      listChannelDeliveries: () => ({
        items: [
          {
            ...failed,
            event: 'test',
            state: 'pending',
            attempts: 1,
            nextAttemptAt: at,
            monitorId: null,
            monitorName: null,
          },
        ],
        total: 1,
      }),
    });
    const user = await open(route);
    await user.click(await screen.findByRole('button', { name: 'Send test' }));
    const dialog = await screen.findByRole('dialog', { name: 'Deliveries to “Chat”' });
    await waitFor(() => expect(dialog.textContent).toContain('TestWaiting'));
    expect(dialog.textContent).toContain(
      'Answered 500 · The receiver answered 500. · “out of order” · 1 attempt · next attempt',
    );
  });

  it('have a log whose deliveries can be sent again', async () => {
    const again: unknown[] = [];
    given({
      listNotificationChannels: () => [chat],
      listChannelDeliveries: () => ({ items: [failed], total: 1 }),
      sendChannelDelivery: ({ params }) => {
        again.push(params);
        return { resultCode: 'SUCCESS', delivery: { ...failed, state: 'pending' } };
      },
    });
    const user = await open(route);
    await user.click(await screen.findByRole('button', { name: 'More actions for “Chat”' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Show deliveries' }));
    const dialog = await screen.findByRole('dialog', { name: 'Deliveries to “Chat”' });
    expect((await within(dialog).findByRole('link', { name: 'Shop' })).getAttribute('href')).toContain(
      '/cloudMonitorDashboard/3',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Send “Alert raised” again' }));
    await screen.findByText('The delivery is sent again');
    expect(again).toMatchObject([{ id: '1', deliveryId: '7' }]);
  });

  it('are turned off in place, with all that they had', async () => {
    const saved: unknown[] = [];
    given({
      listNotificationChannels: () => [onCall],
      saveNotificationChannel: ({ body }) => {
        saved.push(body);
        return { resultCode: 'SUCCESS', channel: onCall };
      },
    });
    const user = await open(route);
    await user.click(await screen.findByRole('switch', { name: '“On call” is on' }));
    await waitFor(() =>
      expect(saved).toEqual([{ name: 'On call', channelType: 'EMAIL', recipients: onCall.recipients, enabled: false }]),
    );
  });

  it('are deleted only after the person read which conditions send to it', async () => {
    const removed: unknown[] = [];
    given({
      listNotificationChannels: () => (removed.length > 0 ? [] : [chat]),
      listChannelConditions: () => ({
        items: [{ id: 5, conditionName: 'Down', monitorId: 3, monitorName: 'Shop', clientName: 'Acme' }],
        total: 12,
      }),
      removeNotificationChannel: ({ params }) => {
        removed.push(params.id);
        return { resultCode: 'SUCCESS' };
      },
    });
    const user = await open(route);
    await user.click(await screen.findByRole('button', { name: 'More actions for “Chat”' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete channel' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete notification channel “Chat”' });
    await within(dialog).findByText('Down of Shop (Acme)');
    expect(dialog.textContent).toContain('12 conditions send to it');
    expect(dialog.textContent).toContain('and 11 more');
    expect(removed).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Delete channel' }));
    await screen.findByText('No notification channels yet');
    expect(removed).toEqual(['1']);
  });

  it('say why they could not be read, change without a reload, and are for administrators', async () => {
    given({ listNotificationChannels: () => new MockRefusal('internal') });
    const user = await open(route);
    const failure = await screen.findByRole('alert');
    expect(failure.textContent).toContain('The notification channels could not be loaded');
    given({ listNotificationChannels: () => [chat] });
    await user.click(within(failure).getByRole('button', { name: 'Try again' }));
    await screen.findByText('https://chat.example/hook');
    given({ listNotificationChannels: () => [{ ...chat, name: 'Talk' }] });
    FakeSocket.latest?.say('notification-channel', [1]);
    await screen.findByText('Talk');
  });

  it('are no page for others', async () => {
    await open(route, { ...ada, sysadmin: false, permissions: ['NODE:View'] });
    expect(screen.queryByRole('heading', { name: 'Notification channels' })).toBeNull();
  });
});
