import { notifications } from '@mantine/notifications';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { longestCheckSeconds } from '#api/contract/studio.ts';
import { useFormat } from '#screens/shared/format.ts';
import { useAct } from '../../data/use-act.ts';
import { useWords } from '../../words/words.ts';
import { GateProgress } from './gate-progress.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { instantOf, PublishTime } from './publish-time.tsx';
import { ScreenChanges } from './screen-changes.tsx';
import type { Judged } from './use-check.ts';
import { useStoppable } from './use-stoppable.ts';

interface Props {
  edited: CallReply<'readEditedScreen'>;
  text: string;
  title: string;
  onPublished: () => void;
  onRefused: (judged: Judged) => void;
  onClose: () => void;
}

/** Says what changes, and publishes it, now or at a time, once every path of the flow holds. */
export function PublishModal({ edited, text, title, onPublished, onRefused, onClose }: Props): ReactNode {
  const t = useWords();
  const { zone, exact } = useFormat();
  const { flow, screen, organization } = edited;
  const [time, setTime] = useState<string>();
  const [wrongTime, setWrongTime] = useState<string>();
  const publish = useAct('publishScreen', { failed: t('studio.editor.publishFailed') });
  const schedule = useAct('scheduleScreen', {
    failed: t('studio.editor.scheduleFailed'),
    refresh: ['listScheduledScreens'],
  });
  const params = { flow, screen };
  const { signal, stop } = useStoppable();
  const end = (judged: Judged & { resultCode: string }, message: string): void => {
    const isRefused = judged.resultCode === 'REFUSED';
    notifications.show({
      message: isRefused ? t('studio.editor.publishRefused') : message,
      color: isRefused ? 'red' : 'green',
      closeButtonProps: { 'aria-label': t('close') },
    });
    if (isRefused) onRefused(judged);
    else onPublished();
  };
  const run = async (note: string): Promise<void> => {
    const options = { signal: signal(), timeoutSeconds: longestCheckSeconds };
    if (time === undefined) {
      const reply = await publish.run({ params, body: { note } }, options);
      if (reply !== undefined) end(reply, t('studio.editor.published', { number: reply.number ?? 0 }));
      return;
    }
    const at = instantOf(time, zone);
    if (at === undefined) return setWrongTime(t('studio.editor.publishAtMissing'));
    const reply = await schedule.run({ params, body: { note, at } }, options);
    if (reply !== undefined) end(reply, t('studio.editor.scheduled', { at: exact(at) }));
  };
  const act = time === undefined ? publish : schedule;
  const fieldError = wrongTime ?? schedule.failure?.fields?.['/at'];
  return (
    <PublishDialog
      title={t('studio.editor.publishTitle', { title })}
      text={
        organization === null ? t('studio.editor.publishText') : t('studio.editor.publishTextFor', { organization })
      }
      act={time === undefined ? t('studio.editor.publishAct') : t('studio.editor.scheduleAct')}
      busy={act.busy}
      failure={fieldError === undefined && act.failure?.code !== 'cancelled' ? act.failure?.message : undefined}
      progress={<GateProgress flow={flow} screen={screen} onStop={stop} />}
      onPublish={(note) => void run(note)}
      onClose={onClose}
    >
      <ScreenChanges before={edited.text} after={text} />
      <PublishTime
        value={time}
        error={fieldError}
        onChange={(next) => {
          setTime(next);
          setWrongTime(undefined);
          schedule.clear();
        }}
      />
    </PublishDialog>
  );
}
