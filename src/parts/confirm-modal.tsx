import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { useWords } from '../words/words.ts';

interface ConfirmProps {
  opened: boolean;
  /** The thing and the object: "Delete monitor “Shop”". */
  title: string;
  /** What will happen, and what cannot be undone. */
  text: ReactNode;
  /** The act by its name: "Delete monitor". */
  act: string;
  danger?: boolean;
  busy?: boolean;
  failure?: string | undefined;
  children?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before an act. Cancel has the focus, so that Enter does no harm. */
export function ConfirmModal({
  opened,
  title,
  text,
  act,
  danger = false,
  busy = false,
  failure,
  children,
  onConfirm,
  onClose,
}: ConfirmProps): ReactNode {
  const t = useWords();
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={480}
      closeButtonProps={{ 'aria-label': t('close') }}
      onEnterTransitionEnd={() => cancel.current?.focus()}
    >
      <Stack gap="md">
        <Text size="sm" component="div">
          {text}
        </Text>
        {children}
        {failure ? (
          <Text size="sm" c="var(--cairn-bad)" role="alert">
            {failure}
          </Text>
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} ref={cancel} data-autofocus>
            {t('cancel')}
          </Button>
          <Button color={danger ? 'red' : 'moss'} onClick={onConfirm} loading={busy}>
            {act}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
