import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { callApi, onSecondFactor, resumeConfirmed } from '#api/client.ts';
import { CallFailed } from '#api/call-failed.ts';
import { useWords } from '../words/words.ts';
import { setMe } from './session.ts';

/**
 * Asks for a fresh code before what destroys. A wrong one is said and the prompt stays open; the call behind it is
 * settled only when it succeeds or is given up (ruling 12).
 */
export function SecondFactor(): ReactNode {
  const t = useWords();
  const [opened, setOpened] = useState(false);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  useEffect(
    () =>
      onSecondFactor(() => {
        setCode('');
        setFailure(undefined);
        setOpened(true);
      }),
    [],
  );

  const end = (confirmed: boolean): void => {
    setOpened(false);
    resumeConfirmed(confirmed);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const { user } = await callApi('confirmSignIn', { body: { code } });
      setMe(user);
      end(true);
    } catch (error) {
      setFailure(error instanceof CallFailed ? error.message : t('failure.unknown'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      opened={opened}
      onClose={() => end(false)}
      title={t('factor.title')}
      size={420}
      zIndex={400}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Text size="sm">{t('factor.text')}</Text>
          <TextInput
            label={t('again.code')}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            autoComplete="one-time-code"
            data-autofocus
            required
            withAsterisk={false}
            error={failure}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => end(false)}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('factor.act')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
