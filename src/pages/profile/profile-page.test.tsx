// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MockRefusal } from '#api/mock.ts';
import { stubBrowserKey } from '#tests/console/browser-key.ts';
import { ada, at, given, open, withConsole } from '#tests/console/harness.tsx';
import '../../flow/console-flows.ts';

withConsole();

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const session = (id: number, current: boolean) => ({
  id,
  current,
  createdAt: at,
  lastSeenAt: at,
  ip: '192.0.2.1',
  userAgent: firefox,
});
const quiet = {
  listSessions: () => [session(1, true), session(2, false)],
  listApiKeys: () => [],
  listSecurityKeys: () => [],
};

describe('the profile', () => {
  it('keeps the theme as soon as it is chosen', async () => {
    const sent: unknown[] = [];
    given({
      ...quiet,
      saveProfile: ({ body }) => {
        sent.push(body);
        return { resultCode: 'SUCCESS', user: { ...ada, ...body } as typeof ada };
      },
    });
    const user = await open('/profile');
    await user.click(await screen.findByRole('radio', { name: /Dark/ }));
    await waitFor(() => expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark'));
    expect(sent).toEqual([{ theme: 'dark' }]);
  });

  it('records how somebody steps through flows only if they allow it', async () => {
    const sent: unknown[] = [];
    given({
      ...quiet,
      saveProfile: ({ body }) => {
        sent.push(body);
        return { resultCode: 'SUCCESS', user: { ...ada, ...body } as typeof ada };
      },
    });
    const user = await open('/profile');
    const consent = await screen.findByRole<HTMLInputElement>('switch', { name: /Record how I step through flows/ });
    expect(consent.checked).toBe(false);
    await user.click(consent);
    await waitFor(() => expect(consent.checked).toBe(true));
    await waitFor(() => expect(consent.disabled).toBe(false));
    await user.click(consent);
    await waitFor(() => expect(sent).toEqual([{ recordsFlows: true }, { recordsFlows: false }]));
  });

  it('puts what the server refused at its field and keeps what was typed', async () => {
    const refusal = new MockRefusal('invalid_input', { fields: { '/firstName': 'Not that one' } });
    given({ ...quiet, saveProfile: () => refusal });
    const user = await open('/profile');
    const field = await screen.findByRole('textbox', { name: /First name/ });
    await user.type(field, ' Augusta');
    await user.click(within(field.closest('form') as HTMLElement).getByRole('button', { name: 'Save' }));
    await screen.findByText('Not that one');
    expect(field).toHaveProperty('value', 'Ada Augusta');
  });

  it('ends another session after a confirmation, never the current one', async () => {
    const ended: string[] = [];
    given({
      ...quiet,
      endSession: ({ params }) => {
        ended.push(params.id);
        return { resultCode: 'SUCCESS' };
      },
    });
    const user = await open('/profile');
    const buttons = await screen.findAllByRole('button', { name: 'End session' });
    expect(buttons).toHaveLength(1);
    await user.click(buttons[0] as HTMLElement);
    await user.click(
      within(await screen.findByRole('dialog', { name: 'End the session in Firefox on Linux' })).getByRole('button', {
        name: 'End session',
      }),
    );
    await screen.findByText('Session ended');
    expect(ended).toEqual(['2']);
  });

  it('sets up a phone number by a code, and removes it after a confirmation (F19-04)', async () => {
    let textPhone: string | null = null;
    const said: unknown[] = [];
    given({
      ...quiet,
      readSession: () => ({ ...ada, textPhone }),
      beginTextPhone: ({ body }) => {
        said.push(body);
        return { resultCode: 'SUCCESS', ending: '78', resendSeconds: 30, validSeconds: 300 };
      },
      confirmTextPhone: ({ body }) => {
        said.push(body);
        textPhone = '+31612345678';
        return { resultCode: 'SUCCESS', recoveryCodes: ['2345-abcd-6789-efgh'] };
      },
      removeTextPhone: () => {
        textPhone = null;
        return { resultCode: 'SUCCESS' };
      },
    });
    const user = await open('/profile');
    await user.click(await screen.findByRole('button', { name: 'Add phone number' }));
    // A flow that opens slowly waits in a dialog of its own.
    await screen.findByLabelText(/^Phone number/);
    const dialog = await screen.findByRole('dialog', { name: 'Set up text messages' });
    await user.type(await within(dialog).findByLabelText(/^Phone number/), '0612345678');
    await user.click(within(dialog).getByRole('button', { name: 'Send code' }));
    expect((await within(dialog).findAllByText('Invalid phone number')).length).toBeGreaterThan(0);
    await user.clear(within(dialog).getByLabelText(/^Phone number/));
    await user.type(within(dialog).getByLabelText(/^Phone number/), '+31 6 12345678');
    await user.click(within(dialog).getByRole('button', { name: 'Send code' }));
    await within(dialog).findByText('A code was sent to the number ending in 78. It is valid for 5 minutes.');
    await user.type(await within(dialog).findByLabelText(/^Code/), '123456');
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    await within(dialog).findByText('2345-abcd-6789-efgh');
    await user.click(within(dialog).getByRole('button', { name: 'I have kept them' }));
    expect(said).toEqual([{ phone: '+31 6 12345678' }, { code: '123456' }]);
    await screen.findByText(/Codes go to \+31612345678/);
    await user.click(screen.getByRole('button', { name: 'Remove phone number' }));
    const asked = await screen.findByRole('dialog', { name: 'Remove phone number' });
    await user.click(within(asked).getByRole('button', { name: 'Remove phone number' }));
    await screen.findByText('Phone number removed');
    await screen.findByRole('button', { name: 'Add phone number' });
  });

  it('adds a security key by its name and what the browser says, and shows recovery codes', async () => {
    stubBrowserKey();
    const sent: unknown[] = [];
    given({
      ...quiet,
      readSession: () => ada,
      beginSecurityKey: () => ({
        challenge: 'Y2hhbGxlbmdl',
        rp: { name: 'Cairn Works', id: 'localhost' },
        user: { id: 'dXNlcg', name: ada.email, displayName: 'Ada' },
        pubKeyCredParams: [{ alg: -7, type: 'public-key' as const }],
        timeout: 300_000,
        excludeCredentials: [],
        authenticatorSelection: {
          residentKey: 'preferred' as const,
          userVerification: 'preferred' as const,
          requireResidentKey: false,
        },
        attestation: 'none' as const,
      }),
      addSecurityKey: ({ body }) => {
        sent.push({ ...body, response: JSON.parse(body.response) as unknown });
        return { resultCode: 'SUCCESS', recoveryCodes: ['2345-abcd-6789-efgh'] };
      },
    });
    const user = await open('/profile');
    await user.click(await screen.findByRole('button', { name: 'Add security key' }));
    await screen.findByRole('textbox', { name: /^Name/ });
    const dialog = await screen.findByRole('dialog', { name: 'Add a security key' });
    await user.type(within(dialog).getByRole('textbox', { name: /^Name/ }), 'Blue key');
    await user.click(within(dialog).getByRole('button', { name: 'Add security key' }));
    await screen.findByText('2345-abcd-6789-efgh');
    expect(sent).toEqual([
      {
        name: 'Blue key',
        response: {
          id: 'a2V5',
          response: { clientDataJSON: 'Y2xpZW50', attestationObject: 'YXR0ZXN0YXRpb24', transports: ['usb'] },
        },
      },
    ]);
    await user.click(screen.getByRole('button', { name: 'I have kept them' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('removes a security key after a confirmation', async () => {
    const removed: string[] = [];
    const key = (id: number, name: string) => ({ id, name, createdAt: at, lastUsedAt: null });
    given({
      ...quiet,
      readSession: () => ada,
      listSecurityKeys: () => [key(4, 'Blue key'), key(5, 'Phone')],
      removeSecurityKey: ({ params }) => {
        removed.push(params.id);
        return { resultCode: 'SUCCESS' };
      },
    });
    const user = await open('/profile');
    await user.click(await screen.findByRole('button', { name: 'Remove the security key “Phone”' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove the security key “Phone”' });
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await screen.findByText('Security key removed');
    expect(removed).toEqual(['5']);
  });

  it('shows the secret of a new API key once', async () => {
    given({
      ...quiet,
      addApiKey: ({ body }) => ({
        resultCode: 'SUCCESS',
        apikeypair: { ...body, id: 1, keyId: 'key-1', createdAt: at, expiresAt: at, lastUsedAt: null },
        secret: 's3cret',
      }),
    });
    const user = await open('/profile');
    await user.click(await screen.findByRole('button', { name: 'Add API key' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(await within(dialog).findByRole('textbox', { name: /Name/ }), 'Report');
    await user.click(within(dialog).getByRole('button', { name: 'Add API key' }));
    await screen.findByText('s3cret');
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText('s3cret')).toBeNull());
  });
});
