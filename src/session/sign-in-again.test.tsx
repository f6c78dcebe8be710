// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { callApi } from '#api/client.ts';
import { MockRefusal } from '#api/mock.ts';
import { stubBrowserKey } from '#tests/console/browser-key.ts';
import { ada, given, monitorRow, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

describe('when the session ended', () => {
  it('asks to sign in again in place, says what is wrong, and sends the waiting calls again', async () => {
    let signedIn = false;
    given({
      listMonitors: () => (signedIn ? { items: [monitorRow()], total: 1 } : new MockRefusal('not_signed_in')),
      signIn: ({ body }) => {
        if (body.password !== 'correct') return new MockRefusal('incorrect_credentials');
        signedIn = true;
        return { resultCode: 'SUCCESS', user: ada };
      },
    });
    const user = await open('/cloudMonitors');
    await screen.findByRole('dialog', { name: 'Your session has ended' });
    await user.type(screen.getByLabelText('Password', { selector: 'input' }), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByText('The email or the password is not correct.');
    await user.clear(screen.getByLabelText('Password', { selector: 'input' }));
    await user.type(screen.getByLabelText('Password', { selector: 'input' }), 'correct');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByRole('link', { name: 'Shop' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('asks nobody twice when a call sent before is refused after they signed in again', async () => {
    let signedIn = false;
    let answerLate = (): void => undefined;
    const late = new Promise<void>((resolve) => (answerLate = resolve));
    let sent = 0;
    given({
      listMonitors: () => (signedIn ? { items: [monitorRow()], total: 1 } : new MockRefusal('not_signed_in')),
      removeUser: async () => {
        sent += 1;
        if (sent > 1)
          return { resultCode: 'SUCCESS', deletionId: 5, name: 'Grace', undoUntil: '2026-01-01T00:15:00.000Z' };
        await late;
        return new MockRefusal('not_signed_in');
      },
      signIn: () => {
        signedIn = true;
        return { resultCode: 'SUCCESS', user: ada };
      },
    });
    const user = await open('/cloudMonitors');
    const removing = callApi('removeUser', { params: { id: 9 } });
    await user.type(await screen.findByLabelText('Password', { selector: 'input' }), 'correct');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByRole('link', { name: 'Shop' });
    answerLate();
    await expect(removing).resolves.toMatchObject({ resultCode: 'SUCCESS' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('asks for the code when the account has a second factor', async () => {
    let signedIn = false;
    given({
      listMonitors: () => (signedIn ? { items: [monitorRow()], total: 1 } : new MockRefusal('not_signed_in')),
      signIn: () => new MockRefusal('MFA_REQUIRED'),
      confirmSignIn: ({ body }) => {
        if (body.code !== '123456') return new MockRefusal('INCORRECT_MFA_CODE');
        signedIn = true;
        return { resultCode: 'SUCCESS', user: ada };
      },
    });
    const user = await open('/cloudMonitors');
    await user.type(await screen.findByLabelText('Password', { selector: 'input' }), 'correct');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await user.type(await screen.findByLabelText('Code'), '000000');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByText('Error during MFA code verification');
    await user.clear(screen.getByLabelText('Code'));
    await user.type(screen.getByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('link', { name: 'Shop' })).toBeDefined();
  });

  it('takes a security key instead of the code', async () => {
    let signedIn = false;
    stubBrowserKey();
    given({
      listMonitors: () => (signedIn ? { items: [monitorRow()], total: 1 } : new MockRefusal('not_signed_in')),
      signIn: () => new MockRefusal('MFA_REQUIRED', { methods: ['U2F_TOKEN'] }),
      beginSecurityKeyProof: () => ({
        challenge: 'Y2hhbGxlbmdl',
        rpId: 'localhost',
        timeout: 300_000,
        userVerification: 'preferred' as const,
        allowCredentials: [],
      }),
      confirmSignIn: ({ body }) => {
        if (body.type !== 'U2F_TOKEN') return new MockRefusal('INCORRECT_MFA_CODE');
        signedIn = true;
        return { resultCode: 'SUCCESS', user: ada };
      },
    });
    const user = await open('/cloudMonitors');
    await user.type(await screen.findByLabelText('Password', { selector: 'input' }), 'correct');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await user.click(await screen.findByRole('button', { name: 'Use security key' }));
    expect(await screen.findByRole('link', { name: 'Shop' })).toBeDefined();
  });

  it('takes a code by text message instead (F19-04)', async () => {
    let signedIn = false;
    const sent: unknown[] = [];
    given({
      listMonitors: () => (signedIn ? { items: [monitorRow()], total: 1 } : new MockRefusal('not_signed_in')),
      signIn: () => new MockRefusal('MFA_REQUIRED', { methods: ['TOTP', 'SMSOTP'] }),
      sendTextCode: () => ({ resultCode: 'SUCCESS', ending: '67', resendSeconds: 30, validSeconds: 300 }),
      confirmSignIn: ({ body }) => {
        sent.push(body);
        signedIn = true;
        return { resultCode: 'SUCCESS', user: ada };
      },
    });
    const user = await open('/cloudMonitors');
    await user.type(await screen.findByLabelText('Password', { selector: 'input' }), 'correct');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await user.click(await screen.findByRole('button', { name: 'Send a text message' }));
    await screen.findByText('A code was sent to the number ending in 67.');
    await user.type(screen.getByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('link', { name: 'Shop' })).toBeDefined();
    expect(sent).toEqual([{ type: 'SMSOTP', code: '123456' }]);
  });

  it('says that no text message could be sent, and takes another code (F19-04)', async () => {
    let signedIn = false;
    const sent: unknown[] = [];
    given({
      listMonitors: () => (signedIn ? { items: [monitorRow()], total: 1 } : new MockRefusal('not_signed_in')),
      signIn: () => new MockRefusal('MFA_REQUIRED', { methods: ['SMSOTP'] }),
      sendTextCode: () => new MockRefusal('sms_gateway_missing'),
      confirmSignIn: ({ body }) => {
        sent.push(body);
        signedIn = true;
        return { resultCode: 'SUCCESS', user: ada };
      },
    });
    const user = await open('/cloudMonitors');
    await user.type(await screen.findByLabelText('Password', { selector: 'input' }), 'correct');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await user.click(await screen.findByRole('button', { name: 'Send a text message' }));
    await screen.findByText(/No SMS gateway is set up/);
    await user.type(screen.getByLabelText('Code'), '2345-abcd-6789-efgh');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('link', { name: 'Shop' })).toBeDefined();
    expect(sent).toEqual([{ type: 'TOTP', code: '2345-abcd-6789-efgh' }]);
  });
});
