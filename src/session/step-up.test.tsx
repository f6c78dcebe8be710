// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { callApi } from '#api/client.ts';
import type { ErrorCode } from '#api/contract/errors.ts';
import { MockRefusal, type MockReplies } from '#api/mock.ts';
import { stubBrowserKey } from '#tests/console/browser-key.ts';
import { ada, given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

/** Mocks a server that requires the password, and with `totp` a code, to remove a user. */
function mockStepUp({ totp = false } = {}) {
  const shown = { password: false, code: !totp };
  const keys: (string | null)[] = [];
  const replies: MockReplies = {
    removeUser: ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      if (!shown.password) return new MockRefusal('PASSWORD_REQUIRED');
      return shown.code ? { resultCode: 'SUCCESS' } : new MockRefusal('MFA_REQUIRED');
    },
    provePassword: ({ body }) => {
      if (body.password !== 'correct') return new MockRefusal('incorrect_password');
      shown.password = true;
      return shown.code ? { resultCode: 'SUCCESS', user: ada } : new MockRefusal('MFA_REQUIRED');
    },
    confirmSignIn: ({ body }) => {
      if (body.code !== '123456') return new MockRefusal('INCORRECT_MFA_CODE');
      shown.code = true;
      return { resultCode: 'SUCCESS', user: ada };
    },
  };
  return { keys, replies, shown };
}

const prompt = () => screen.findByRole('dialog', { name: 'Confirm that it is you' });
const passwordBox = () => screen.findByLabelText(/^Password/, { selector: 'input[type=password]' });

describe('a call that asks for a fresh proof', () => {
  it('waits for the password and is sent again with the same key (S1)', async () => {
    const { keys, replies } = mockStepUp();
    given(replies);
    const user = await open('/cloudMonitors');
    const removing = callApi('removeUser', { params: { id: 9 } });
    await prompt();
    await user.type(await passwordBox(), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findAllByText('The current password is not correct.');
    await user.clear(await passwordBox());
    await user.type(await passwordBox(), 'correct{Enter}');
    await expect(removing).resolves.toEqual({ resultCode: 'SUCCESS' });
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('asks for the code after the password, and again after a wrong one (F19-02, F19-08, ruling 12)', async () => {
    const { replies } = mockStepUp({ totp: true });
    given(replies);
    const user = await open('/cloudMonitors');
    const removing = callApi('removeUser', { params: { id: 9 } });
    await user.type(await passwordBox(), 'correct{Enter}');
    await user.type(await screen.findByLabelText(/^Code/), '000000');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findAllByText('Error during MFA code verification');
    await user.clear(screen.getByLabelText(/^Code/));
    await user.type(screen.getByLabelText(/^Code/), '123456{Enter}');
    await expect(removing).resolves.toEqual({ resultCode: 'SUCCESS' });
  });

  it('asks for the code alone where only that is owed, and sends the save again (F19-01, F19-07)', async () => {
    const { replies, shown } = mockStepUp({ totp: true });
    shown.password = true;
    given(replies);
    const user = await open('/cloudMonitors');
    const removing = callApi('removeUser', { params: { id: 9 } });
    await user.type(await screen.findByLabelText(/^Code/), '123456{Enter}');
    await expect(removing).resolves.toEqual({ resultCode: 'SUCCESS' });
  });

  it('asks once for two calls that are refused at the same time', async () => {
    const { replies, keys } = mockStepUp();
    given(replies);
    const user = await open('/cloudMonitors');
    const both = Promise.all([
      callApi('removeUser', { params: { id: 9 } }),
      callApi('removeUser', { params: { id: 10 } }),
    ]);
    await waitFor(() => expect(keys).toHaveLength(2));
    await user.type(await passwordBox(), 'correct{Enter}');
    await expect(both).resolves.toEqual([{ resultCode: 'SUCCESS' }, { resultCode: 'SUCCESS' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(keys).toHaveLength(4);
  });

  it('is given up when the person cancels, and nobody is told of a failure (C12-56)', async () => {
    given(mockStepUp().replies);
    const user = await open('/cloudMonitors');
    const removing = callApi('removeUser', { params: { id: 9 } }).catch((error: unknown) => error);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await removing).toMatchObject({ code: 'cancelled' });
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a save of somebody with a security key', () => {
  const options = {
    challenge: 'Y2hhbGxlbmdl',
    rpId: 'localhost',
    timeout: 300_000,
    userVerification: 'preferred' as const,
    allowCredentials: [{ id: 'a2V5', type: 'public-key' as const, transports: ['usb'] }],
  };

  /** Mocks a server that asks for the second factor and takes what `accepts` says. */
  function mockKey(accepts: (body: { type?: string; code: string }) => ErrorCode | undefined) {
    let proven = false;
    const sent: { type?: string; code: string }[] = [];
    given({
      beginSecurityKeyProof: () => options,
      removeUser: () =>
        proven ? { resultCode: 'SUCCESS' } : new MockRefusal('MFA_REQUIRED', { methods: ['U2F_TOKEN', 'TOTP'] }),
      confirmSignIn: ({ body }) => {
        sent.push(body);
        const refusal = accepts(body);
        if (refusal) return new MockRefusal(refusal);
        proven = true;
        return { resultCode: 'SUCCESS', user: ada };
      },
    });
    return sent;
  }

  it('goes on once the key was touched, without another press', async () => {
    const asked = stubBrowserKey();
    const sent = mockKey(() => undefined);
    await open('/cloudMonitors');
    await expect(callApi('removeUser', { params: { id: 9 } })).resolves.toEqual({ resultCode: 'SUCCESS' });
    expect(asked).toMatchObject([{ publicKey: { rpId: 'localhost' } }]);
    expect(sent).toMatchObject([{ type: 'U2F_TOKEN' }]);
    expect(JSON.parse(sent[0]?.code ?? '')).toEqual({
      id: 'a2V5',
      response: { clientDataJSON: 'Y2xpZW50', authenticatorData: 'ZGF0YQ', signature: 'c2lnbmF0dXJl' },
    });
  });

  it('takes a code instead when the person cancels the browser’s question', async () => {
    stubBrowserKey(() => 'cancels');
    const sent = mockKey(({ code }) => (code === '123456' ? undefined : 'INCORRECT_MFA_CODE'));
    const user = await open('/cloudMonitors');
    const removing = callApi('removeUser', { params: { id: 9 } });
    await screen.findByText('The security key was not used. Try again.');
    await user.type(await screen.findByLabelText(/^Code/), '123456{Enter}');
    await expect(removing).resolves.toEqual({ resultCode: 'SUCCESS' });
    expect(sent).toEqual([{ type: 'TOTP', code: '123456' }]);
  });

  it('says that verification failed, and asks the key again (F19-03)', async () => {
    stubBrowserKey();
    let tries = 0;
    mockKey(() => (++tries === 1 ? 'bad_u2f_input_format' : undefined));
    const user = await open('/cloudMonitors');
    const removing = callApi('removeUser', { params: { id: 9 } });
    await screen.findAllByText('Error during MFA code verification');
    await user.click(screen.getByRole('button', { name: 'Use security key' }));
    await expect(removing).resolves.toEqual({ resultCode: 'SUCCESS' });
  });
});

it('opens above a flow, which keeps what was typed and is saved after the proof (S1)', async () => {
  let proven = false;
  const saved: unknown[] = [];
  given({
    listNotificationChannels: () => [],
    addNotificationChannel: ({ body }) => {
      if (!proven) return new MockRefusal('PASSWORD_REQUIRED');
      saved.push(body);
      return new MockRefusal('internal');
    },
    provePassword: () => {
      proven = true;
      return { resultCode: 'SUCCESS', user: ada };
    },
  });
  const user = await open('/administration/apps/notificationChannels');
  await user.click(await screen.findByRole('button', { name: 'Add notification channel' }));
  const name = await screen.findByRole('textbox', { name: /^Name/ });
  const form = screen.getByRole('dialog');
  await user.type(name, 'On call');
  await user.type(within(form).getByPlaceholderText('oncall@example.com'), 'oncall@example.com');
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  await user.click(within(await prompt()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(within(form).getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false));
  expect(within(form).getByRole('textbox', { name: /^Name/ })).toHaveProperty('value', 'On call');
  expect(saved).toEqual([]);
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  await user.type(await passwordBox(), 'correct{Enter}');
  await waitFor(() =>
    expect(saved).toMatchObject([{ name: 'On call', recipients: [{ email: 'oncall@example.com' }] }]),
  );
});
