import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { SecretText } from '../../parts/secret-text.tsx';
import { useWords } from '../../words/words.ts';
import { nameOf, type User } from './technician.ts';

/** Makes a new activation link and shows it once; the earlier one ends with it. */
export function ActivationModal({ user, onClose }: { user: User; onClose: () => void }): ReactNode {
  const t = useWords();
  const [made, setMade] = useState<CallReply<'inviteUser'>>();
  const invite = useAct('inviteUser', { failed: t('activation.failed'), refresh: ['listUsers'] });
  const name = nameOf(user);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('activation.title', { name })}
      size={560}
      closeOnClickOutside={made === undefined}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {made ? (
        <Stack gap="md">
          <Text size="sm">
            {made.mailed ? t('activation.mailed', { email: user.email }) : t('activation.pass', { name })}
          </Text>
          <SecretText text={made.activationLink} label={t('activation.link')} />
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('done')}</Button>
          </Group>
        </Stack>
      ) : (
        <Stack gap="md">
          <Text size="sm">{user.activated ? t('activation.reset', { name }) : t('activation.text', { name })}</Text>
          {invite.failure ? (
            <Text size="sm" c="var(--cairn-bad)" role="alert">
              {invite.failure.message}
            </Text>
          ) : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button
              loading={invite.busy}
              onClick={() => void invite.run({ params: { id: user.id } }).then((reply) => reply && setMade(reply))}
              data-autofocus
            >
              {t('activation.act')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
