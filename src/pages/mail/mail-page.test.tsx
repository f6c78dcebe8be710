// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MockRefusal } from '#api/mock.ts';
import { given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

const path = '/administration/general/mail';
const none = {
  source: 'none' as const,
  host: '',
  port: 587,
  security: 'STARTTLS' as const,
  authRequired: true,
  username: '',
  passwordSet: false,
  senderName: '',
  senderAddress: '',
};
const stored = {
  ...none,
  source: 'stored' as const,
  host: 'smtp.example.com',
  username: 'cairn',
  passwordSet: true,
  senderAddress: 'cairn@example.com',
};
const found = { protocol: 'SMTP' as const, ok: true, address: '192.0.2.25', milliseconds: 187, certificate: null };

describe('the mail page', () => {
  it('sets a mail server up, and forgets the password that was typed (A19)', async () => {
    let sent: unknown;
    let setup: typeof none | typeof stored = none;
    given({
      readMail: () => setup,
      saveMail: ({ body }) => {
        sent = body;
        setup = stored;
        return { resultCode: 'SUCCESS', mail: stored };
      },
    });
    const user = await open(path);
    expect(await screen.findByText('Save a mail server first.')).toBeTruthy();
    const field = (name: RegExp) => screen.findByLabelText(name, { selector: 'input' });
    const type = async (name: RegExp, text: string) => user.type(await field(name), text);
    await type(/^Server/, 'smtp.example.com');
    await user.click(await screen.findByRole('radio', { name: 'TLS' }));
    await type(/^User name/, 'cairn');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findAllByText('Required')).length).toBeGreaterThan(0);
    expect(sent).toBeUndefined();
    await type(/^Password/, 'open sesame');
    await type(/^Sender address/, 'cairn@example.com');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Mail settings saved');
    expect(sent).toEqual({
      host: 'smtp.example.com',
      port: 587,
      security: 'TLS',
      authRequired: true,
      username: 'cairn',
      password: 'open sesame',
      senderName: '',
      senderAddress: 'cairn@example.com',
    });
    await waitFor(() => expect(screen.getByLabelText(/^Password/, { selector: 'input' })).toHaveProperty('value', ''));
    expect(await screen.findByRole('button', { name: 'Send test message' })).toBeTruthy();
  });

  it('sends a test message to the own address and shows what the server said (A19)', async () => {
    const asked: unknown[] = [];
    given({
      readMail: () => stored,
      testMail: ({ body }) => {
        asked.push(body);
        const message = 'The message was taken: “250 queued as 7”.';
        return { resultCode: 'SUCCESS', outcome: { ...found, message } };
      },
    });
    const user = await open(path);
    await user.click(await screen.findByRole('button', { name: 'Send test message' }));
    const card = screen.getByRole('region', { name: 'Test message' });
    await within(card).findByText('The message was taken: “250 queued as 7”.');
    expect(card.textContent).toContain('192.0.2.25');
    expect(card.textContent).toContain('Succeeded');
    expect(asked).toEqual([{ to: 'ada@example.com' }]);
  });

  it('shows the refusal of the mail server where the test was (A19)', async () => {
    const message = 'The server refused the login: “535 no”.';
    given({
      readMail: () => stored,
      testMail: () => ({ resultCode: 'SUCCESS', outcome: { ...found, ok: false, message } }),
    });
    const user = await open(path);
    const to = await screen.findByRole('textbox', { name: /Send to/ });
    await user.clear(to);
    await user.type(to, 'gone@example.com');
    await user.click(screen.getByRole('button', { name: 'Send test message' }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByText('Failed')).toBeTruthy();
  });

  it('shows what the environment sets, without anything to change (A19)', async () => {
    given({
      readMail: () => ({ ...stored, source: 'environment', port: 25, security: 'WHERE_OFFERED', senderName: 'Cairn' }),
    });
    await open(path);
    expect(await screen.findByText('Set by the environment')).toBeTruthy();
    expect(screen.getByText('smtp.example.com:25')).toBeTruthy();
    expect(screen.getByText('Cairn <cairn@example.com>')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remove mail server' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Send test message' })).toBeTruthy();
  });

  it('asks before it removes the mail server (A19)', async () => {
    let removed = 0;
    given({
      readMail: () => (removed > 0 ? none : stored),
      removeMail: () => {
        removed += 1;
        return { resultCode: 'SUCCESS' };
      },
    });
    const user = await open(path);
    await user.click(await screen.findByRole('button', { name: 'Remove mail server' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove mail server' });
    expect(removed).toBe(0);
    await user.click(within(dialog).getByRole('button', { name: 'Remove mail server' }));
    await screen.findByText('Mail server removed');
    await waitFor(() => expect(screen.getByLabelText(/^Server/, { selector: 'input' })).toHaveProperty('value', ''));
  });

  it('says that the settings could not be loaded, with another try', async () => {
    given({
      readMail: () => {
        throw new MockRefusal('internal');
      },
    });
    await open(path);
    expect(await screen.findByText('The mail settings could not be loaded')).toBeTruthy();
  });
});
