import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { longestNote } from '#api/contract/studio.ts';
import { useWords } from '../../words/words.ts';

interface Props {
  title: string;
  text: string;
  act: string;
  busy: boolean;
  failure: string | undefined;
  onPublish: (note: string) => void;
  onClose: () => void;
  /** Shown in place of the buttons while it is busy. */
  progress?: ReactNode;
  /** What changes. */
  children: ReactNode;
}

/** Shows what changes, takes a note, and asks for the publication. */
export function PublishDialog({
  title,
  text,
  act,
  busy,
  failure,
  onPublish,
  onClose,
  progress,
  children,
}: Props): ReactNode {
  const t = useWords();
  const [note, setNote] = useState('');
  return (
    <Modal opened onClose={onClose} size={640} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      <Stack gap="md">
        <Text size="sm">{text}</Text>
        {children}
        <Textarea
          label={t('studio.editor.publishNote')}
          description={t('studio.editor.publishNoteHelp')}
          maxLength={longestNote}
          rows={2}
          value={note}
          data-autofocus
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {failure === undefined ? null : (
          <Text size="sm" c="var(--cairn-bad)" role="alert">
            {failure}
          </Text>
        )}
        {busy && progress !== undefined ? (
          progress
        ) : (
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button loading={busy} onClick={() => onPublish(note)}>
              {act}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}
