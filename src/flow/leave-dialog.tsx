import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';

export type LeaveChoice = 'stay' | 'keep' | 'discard';

interface Props {
  opened: boolean;
  /** Whether a draft can be kept, or everything that was answered is lost. */
  keeps: boolean;
  onChoice: (choice: LeaveChoice) => void;
}

/** Asked before answers are put down. Staying has the focus, so that Enter does no harm. */
export function LeaveDialog({ opened, keeps, onChoice }: Props): ReactNode {
  const t = useWords();
  return (
    <Modal
      opened={opened}
      onClose={() => onChoice('stay')}
      title={t('flow.leaveTitle')}
      size={520}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Text size="sm">{t(keeps ? 'flow.leaveKeeps' : 'flow.leaveLoses')}</Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" data-autofocus onClick={() => onChoice('stay')}>
          {t('flow.stay')}
        </Button>
        <Button color="red" variant={keeps ? 'light' : 'filled'} onClick={() => onChoice('discard')}>
          {t('flow.discard')}
        </Button>
        {keeps && <Button onClick={() => onChoice('keep')}>{t('flow.keep')}</Button>}
      </Group>
    </Modal>
  );
}
