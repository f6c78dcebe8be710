import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { longestNote } from '#api/contract/studio.ts';
import { useAct } from '../../data/use-act.ts';
import { useWords } from '../../words/words.ts';
import { ScreenChanges } from './screen-changes.tsx';
import type { Judged } from './use-check.ts';

interface Props {
  edited: CallReply<'readEditedScreen'>;
  text: string;
  title: string;
  onPublished: () => void;
  onRefused: (judged: Judged) => void;
  onClose: () => void;
}

/** Says what changes, and publishes it once every path of the flow holds. */
export function PublishModal({ edited, text, title, onPublished, onRefused, onClose }: Props): ReactNode {
  const t = useWords();
  const [note, setNote] = useState('');
  const { flow, screen } = edited;
  const publish = useAct('publishScreen', { failed: t('studio.editor.publishFailed') });
  const run = async (): Promise<void> => {
    const reply = await publish.run({ params: { flow, screen }, body: { note } });
    if (reply === undefined) return;
    const { number, ...judged } = reply;
    const message = number === null ? t('studio.editor.publishRefused') : t('studio.editor.published', { number });
    notifications.show({
      message,
      color: number === null ? 'red' : 'green',
      closeButtonProps: { 'aria-label': t('close') },
    });
    if (number === null) onRefused(judged);
    else onPublished();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={t('studio.editor.publishTitle', { title })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('studio.editor.publishText')}</Text>
        <ScreenChanges before={edited.text} after={text} />
        <Textarea
          label={t('studio.editor.publishNote')}
          description={t('studio.editor.publishNoteHelp')}
          maxLength={longestNote}
          rows={2}
          value={note}
          data-autofocus
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {publish.failure ? (
          <Text size="sm" c="var(--cairn-bad)" role="alert">
            {publish.failure.message}
          </Text>
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button loading={publish.busy} onClick={() => void run()}>
            {t('studio.editor.publishAct')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
