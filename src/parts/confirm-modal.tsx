import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { useWords } from '../words/words.ts';

interface ConfirmProps {
  opened: boolean;
  /** The action with its object: "Delete monitor “Shop”". */
  title: string;
  /** The consequences, and whether they can be undone. */
  text: ReactNode;
  /** Label of the confirm button: "Delete monitor". */
  act: string;
  danger?: boolean;
  busy?: boolean;
  failure?: string | undefined;
  children?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation. Cancel has the focus, so that Enter is harmless. */
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
