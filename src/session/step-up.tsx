import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { callApi, onProofOwed, resumeProven, type ProofOwed } from '#api/client.ts';
import { CallFailed, isCallFailed } from '#api/call-failed.ts';
import { useWords } from '../words/words.ts';
import { setMe, useMe } from './session.ts';

/**
 * Asks for the password, and for a code if required, before a call that changes accounts or settings. The call
 * waits and is then retried with the same idempotency key, so no form, page or flow has to handle it (ruling 12).
 */
export function StepUp(): ReactNode {
  const t = useWords();
  const me = useMe();
  const [owed, setOwed] = useState<ProofOwed>();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const ask = (next: ProofOwed): void => {
    setTyped('');
    setFailure(undefined);
    setOwed(next);
  };
  useEffect(() => onProofOwed(ask), []);

  const end = (proven: boolean): void => {
    setOwed(undefined);
    setTyped('');
    resumeProven(proven);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const { user } =
        owed === 'MFA_REQUIRED'
          ? await callApi('confirmSignIn', { body: { code: typed } })
          : await callApi('provePassword', { body: { password: typed } });
      setMe(user);
      end(true);
    } catch (error) {
      if (isCallFailed(error, 'MFA_REQUIRED')) ask('MFA_REQUIRED');
      else setFailure(error instanceof CallFailed ? error.message : t('failure.unknown'));
    } finally {
      setBusy(false);
    }
  };
  const box = {
    value: typed,
    onChange: (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value),
    error: failure,
    required: true,
    withAsterisk: false,
    'data-autofocus': true,
  };

  return (
    <Modal
      opened={owed !== undefined}
      onClose={() => end(false)}
      title={t('stepUp.title')}
      size={420}
      zIndex={400}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          {owed === 'MFA_REQUIRED' ? (
            <>
              <Text size="sm">{t('stepUp.codeText')}</Text>
              <TextInput
                key="code"
                label={t('again.code')}
                description={t('again.codeText')}
                autoComplete="one-time-code"
                autoFocus
                {...box}
              />
            </>
          ) : (
            <>
              <Text size="sm">{t('stepUp.passwordText')}</Text>
              {/* Lets a password manager find the account. */}
              <input type="email" value={me.email} readOnly hidden autoComplete="username" />
              <PasswordInput
                key="password"
                visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
                label={t('again.password')}
                autoComplete="current-password"
                {...box}
              />
            </>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => end(false)}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('stepUp.act')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
