import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { CallFailed } from '#api/call-failed.ts';
import { signOut } from '../session/session.ts';
import { useWords } from '../words/words.ts';

/** Confirms signing out (C16-01), with the option to sign out everywhere (C16-02). */
export function SignOutModal({ opened, onClose }: { opened: boolean; onClose: () => void }): ReactNode {
  const t = useWords();
  const [everywhere, setEverywhere] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const go = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await signOut(everywhere);
    } catch (error) {
      setFailure(error instanceof CallFailed ? error.message : t('failure.unknown'));
      setBusy(false);
    }
  };

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('signOut.title')}
      size={440}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('signOut.text')}</Text>
        <Checkbox
          label={t('signOut.everywhere')}
          description={t('signOut.everywhereText')}
          checked={everywhere}
          onChange={(event) => setEverywhere(event.currentTarget.checked)}
        />
        {failure ? (
          <Text size="sm" c="var(--cairn-bad)" role="alert">
            {failure}
          </Text>
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button onClick={() => void go()} loading={busy} data-autofocus>
            {everywhere ? t('signOut.actEverywhere') : t('signOut.act')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
