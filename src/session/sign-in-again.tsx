import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { callApi, onSessionEnded, resumeCalls, type CallReply } from '#api/client.ts';
import { CallFailed, isCallFailed } from '#api/call-failed.ts';
import { isRefusal } from '#engine/flow/refusal.ts';
import { useWords } from '../words/words.ts';
import { leave, setMe, useMe } from './session.ts';

/**
 * Asks for the password in place when the session has ended. The refused calls wait and are then
 * retried, so nothing on the page is lost.
 */
export function SignInAgain(): ReactNode {
  const t = useWords();
  const me = useMe();
  const [opened, setOpened] = useState(false);
  const [asksCode, setAsksCode] = useState(false);
  const [methods, setMethods] = useState<readonly string[]>([]);
  const [ending, setEnding] = useState<string>();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  useEffect(() => onSessionEnded(() => setOpened(true)), []);

  const signedIn = ({ user }: CallReply<'signIn'>): void => {
    // Another user must not see this page's data.
    if (user.id !== me.id) return leave('/systemDashboard/overview');
    setMe(user);
    setOpened(false);
    setAsksCode(false);
    setEnding(undefined);
    setPassword('');
    setCode('');
    resumeCalls(true);
  };

  const attempt = async (proof: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await proof();
    } catch (error) {
      if (isCallFailed(error, 'MFA_REQUIRED')) {
        setAsksCode(true);
        setMethods(error.methods ?? []);
        setEnding(undefined);
        setPassword('');
      } else {
        if (isCallFailed(error, 'mfa_expired')) setAsksCode(false);
        setFailure(error instanceof CallFailed || isRefusal(error) ? error.message : t('failure.unknown'));
      }
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void attempt(async () =>
      signedIn(
        asksCode
          ? await callApi('confirmSignIn', { body: { type: ending === undefined ? 'TOTP' : 'SMSOTP', code } })
          : await callApi('signIn', { body: { email: me.email, password } }),
      ),
    );
  };
  const touchKey = (): void =>
    void attempt(async () => signedIn(await (await import('../flow/ask-security-key.ts')).confirmWithKey()));
  const sendText = (): void => void attempt(async () => setEnding((await callApi('sendTextCode', {})).ending));

  return (
    <Modal
      opened={opened}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('again.title')}
      size={420}
      zIndex={400}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{t('again.text')}</Text>
          <TextInput label={t('again.email')} value={me.email} readOnly autoComplete="username" />
          {asksCode ? (
            <TextInput
              label={t('again.code')}
              description={ending === undefined ? t('again.codeText') : t('again.sent', { ending })}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              autoComplete="one-time-code"
              data-autofocus
              autoFocus
              required
              withAsterisk={false}
              error={failure}
            />
          ) : (
            <PasswordInput
              visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
              label={t('again.password')}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              autoComplete="current-password"
              data-autofocus
              required
              withAsterisk={false}
              error={failure}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => leave('/sign-in')}>
              {t('again.leave')}
            </Button>
            {asksCode && methods.includes('SMSOTP') ? (
              <Button variant="default" onClick={sendText} disabled={busy}>
                {t('again.text_message')}
              </Button>
            ) : null}
            {asksCode && methods.includes('U2F_TOKEN') ? (
              <Button variant="default" onClick={touchKey} disabled={busy}>
                {t('again.key')}
              </Button>
            ) : null}
            <Button type="submit" loading={busy}>
              {t('again.act')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
