import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useWords } from '../../words/words.ts';
import { PublishDialog } from './publish-dialog.tsx';
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
  const { flow, screen } = edited;
  const publish = useAct('publishScreen', { failed: t('studio.editor.publishFailed') });
  const run = async (note: string): Promise<void> => {
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
    <PublishDialog
      title={t('studio.editor.publishTitle', { title })}
      text={t('studio.editor.publishText')}
      act={t('studio.editor.publishAct')}
      busy={publish.busy}
      failure={publish.failure?.message}
      onPublish={(note) => void run(note)}
      onClose={onClose}
    >
      <ScreenChanges before={edited.text} after={text} />
    </PublishDialog>
  );
}
