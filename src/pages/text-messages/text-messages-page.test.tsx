// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MockRefusal } from '#api/mock.ts';
import { given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

const path = '/administration/general/textMessages';
const none = {
  configured: false,
  baseUrl: 'https://api.twilio.com',
  accountSid: '',
  authTokenSet: false,
  sender: 'NUMBER' as const,
  fromNumber: '',
  messagingServiceSid: '',
  hourlyLimit: 100,
};
const stored = { ...none, configured: true, authTokenSet: true, accountSid: 'AC123', fromNumber: '+15005550006' };
const outcome = { ok: true, sid: 'SM42', status: 'queued', address: '192.0.2.25', milliseconds: 187, message: 'Fine.' };
const field = (name: RegExp) => screen.findByLabelText(name, { selector: 'input' });

describe('the page of the SMS gateway', () => {
  it('sets a gateway up, and forgets the token that was typed', async () => {
    let sent: unknown;
    let setup = none;
    given({
      readSmsGateway: () => setup,
      saveSmsGateway: ({ body }) => {
        sent = body;
        setup = stored;
        return { resultCode: 'SUCCESS', gateway: stored };
      },
    });
    const user = await open(path);
    expect(await screen.findByText('Save an SMS gateway first.')).toBeTruthy();
    await user.type(await field(/^Account SID/), 'AC123');
    await user.type(await field(/^Number/), '+15005550006');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findAllByText('Required')).length).toBeGreaterThan(0);
    expect(sent).toBeUndefined();
    await user.type(await field(/^Auth token/), 'open sesame');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('SMS gateway saved');
    expect(sent).toEqual({
      baseUrl: 'https://api.twilio.com',
      accountSid: 'AC123',
      authToken: 'open sesame',
      sender: 'NUMBER',
      fromNumber: '+15005550006',
      hourlyLimit: 100,
    });
    await waitFor(() =>
      expect(screen.getByLabelText(/^Auth token/, { selector: 'input' })).toHaveProperty('value', ''),
    );
    expect(await screen.findByRole('button', { name: 'Send test message' })).toBeTruthy();
  });

  it('shows what the gateway said to a test message', async () => {
    const asked: unknown[] = [];
    given({
      readSmsGateway: () => stored,
      testSmsGateway: ({ body }) => {
        asked.push(body);
        const no = { ...outcome, ok: false, sid: null, status: null, message: 'The gateway answered 503.' };
        return { resultCode: 'SUCCESS', outcome: asked.length === 1 ? outcome : no };
      },
    });
    const user = await open(path);
    const card = await screen.findByRole('region', { name: 'Test message' });
    const button = () => within(card).getByRole('button', { name: 'Send test message' });
    const test = async () => {
      await waitFor(() => expect(button().hasAttribute('data-loading')).toBe(false));
      await user.click(button());
    };
    await user.type(await within(card).findByRole('textbox', { name: /Send to/ }), '0612');
    await test();
    expect(await within(card).findByText('Invalid phone number')).toBeTruthy();
    await user.clear(within(card).getByRole('textbox', { name: /Send to/ }));
    await user.type(within(card).getByRole('textbox', { name: /Send to/ }), '+31 6 12345678');
    await test();
    expect(await within(card).findByText('SM42')).toBeTruthy();
    expect(card.textContent).toContain('192.0.2.25');
    await test();
    expect(await within(card).findByText('The gateway answered 503.')).toBeTruthy();
    expect(within(card).queryByText('SM42')).toBeNull();
    expect(within(card).queryByText('Required')).toBeNull();
    expect(asked).toEqual([{ to: '+31 6 12345678' }, { to: '+31 6 12345678' }]);
  });

  it('asks before it removes the gateway', async () => {
    let removed = 0;
    given({
      readSmsGateway: () => (removed > 0 ? none : stored),
      removeSmsGateway: () => {
        removed += 1;
        return { resultCode: 'SUCCESS' };
      },
    });
    const user = await open(path);
    await user.click(await screen.findByRole('button', { name: 'Remove SMS gateway' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove SMS gateway' });
    expect(removed).toBe(0);
    await user.click(within(dialog).getByRole('button', { name: 'Remove SMS gateway' }));
    await screen.findByText('SMS gateway removed');
    await screen.findByText('Save an SMS gateway first.');
  });

  it('says that the settings could not be loaded, with another try', async () => {
    given({
      readSmsGateway: () => {
        throw new MockRefusal('internal');
      },
    });
    await open(path);
    expect(await screen.findByText('The SMS gateway could not be loaded')).toBeTruthy();
  });
});
