// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { callApi } from '#api/client.ts';
import type { ErrorCode } from '#api/contract/errors.ts';
import { MockRefusal, type MockReplies } from '#api/mock.ts';
import { stubBrowserKey } from '#tests/console/browser-key.ts';
import { ada, given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

const removed = {
  resultCode: 'SUCCESS',
  deletionId: 5,
  name: 'Grace Hopper',
  undoUntil: '2026-01-01T00:15:00.000Z',
} as const;

/** Mocks a server that requires the password, and with `totp` a code, to remove a user. */
function mockStepUp({ totp = false } = {}) {
  const shown = { password: false, code: !totp };
  const keys: (string | null)[] = [];
  const replies: MockReplies = {
    removeUser: ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      if (!shown.password) return new MockRefusal('PASSWORD_REQUIRED');
      return shown.code ? removed : new MockRefusal('MFA_REQUIRED');
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
    await expect(removing).resolves.toEqual(removed);
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
    await expect(removing).resolves.toEqual(removed);
  });

  it('asks for the code alone where only that is owed, and sends the save again (F19-01, F19-07)', async () => {
    const { replies, shown } = mockStepUp({ totp: true });
    shown.password = true;
    given(replies);
    const user = await open('/cloudMonitors');
    const removing = callApi('removeUser', { params: { id: 9 } });
    await user.type(await screen.findByLabelText(/^Code/), '123456{Enter}');
    await expect(removing).resolves.toEqual(removed);
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
    await expect(both).resolves.toEqual([removed, removed]);
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
      removeUser: () => (proven ? removed : new MockRefusal('MFA_REQUIRED', { methods: ['U2F_TOKEN', 'TOTP'] })),
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
    await expect(callApi('removeUser', { params: { id: 9 } })).resolves.toEqual(removed);
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
    await expect(removing).resolves.toEqual(removed);
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
    await expect(removing).resolves.toEqual(removed);
  });
});

describe('a save of somebody with text messages', () => {
  /** Mocks a server that asks for one of these factors, and sends a code. */
  function mockTexts(
    methods: ('U2F_TOKEN' | 'TOTP' | 'SMSOTP')[],
    sends: () => ErrorCode | undefined = () => undefined,
  ) {
    let proven = false;
    const said: unknown[] = [];
    given({
      sendTextCode: () => {
        said.push('sent');
        const refusal = sends();
        if (refusal) return new MockRefusal(refusal);
        return { resultCode: 'SUCCESS', ending: '67', resendSeconds: 30, validSeconds: 300 };
      },
      removeUser: () => (proven ? removed : new MockRefusal('MFA_REQUIRED', { methods })),
      confirmSignIn: ({ body }) => {
        said.push(body);
        if (body.code === '000000') return new MockRefusal('INCORRECT_MFA_CODE');
        proven = true;
        return { resultCode: 'SUCCESS', user: ada };
      },
    });
    return said;
  }

  it('sends a code when the person asks for it, and counts down to the next one (F19-04)', async () => {
    const said = mockTexts(['SMSOTP']);
    const user = await open('/cloudMonitors');
    const removing = callApi('removeUser', { params: { id: 9 } });
    await user.click(await screen.findByRole('button', { name: 'Send code' }));
    await screen.findByText('A code was sent to the number ending in 67. It is valid for 5 minutes.');
    const again = screen.getByRole('button', { name: /^Send another code in \d+ s$/ });
    expect(again).toHaveProperty('disabled', true);
    await waitFor(() => expect(again.textContent).toMatch(/ (?:2\d) s$/), { timeout: 30_000 });
    expect(screen.queryByRole('button', { name: 'Use another way' })).toBeNull();
    await user.type(await screen.findByLabelText(/^Code/), '000000{Enter}');
    await screen.findAllByText('Error during MFA code verification');
    await user.clear(await screen.findByLabelText(/^Code/));
    await user.type(await screen.findByLabelText(/^Code/), '123456{Enter}');
    await expect(removing).resolves.toEqual(removed);
    expect(said).toEqual(['sent', { type: 'SMSOTP', code: '000000' }, { type: 'SMSOTP', code: '123456' }]);
  });

  it('says that the gateway is away, and takes another way (F19-04)', async () => {
    const said = mockTexts(['TOTP', 'SMSOTP'], () => 'text_message_failed');
    const user = await open('/cloudMonitors');
    const removing = callApi('removeUser', { params: { id: 9 } });
    await screen.findByText(/six digits from your authenticator app/);
    await user.click(await screen.findByRole('button', { name: 'Use another way' }));
    expect(screen.queryByRole('button', { name: 'Security key' })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Text message' }));
    await user.click(await screen.findByRole('button', { name: 'Send code' }));
    await screen.findByText('The SMS gateway did not take the message.');
    expect(await screen.findByRole('button', { name: 'Send code' })).toHaveProperty('disabled', false);
    await user.click(screen.getByRole('button', { name: 'Use another way' }));
    await user.click(await screen.findByRole('button', { name: 'Authenticator app' }));
    await user.type(await screen.findByLabelText(/^Code/), '123456{Enter}');
    await expect(removing).resolves.toEqual(removed);
    expect(said).toEqual(['sent', { type: 'TOTP', code: '123456' }]);
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
