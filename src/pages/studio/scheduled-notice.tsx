import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { longestCheckSeconds } from '#api/contract/studio.ts';
import { useFormat } from '#screens/shared/format.ts';
import { useAct } from '../../data/use-act.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useWords } from '../../words/words.ts';
import { GateProgress } from './gate-progress.tsx';
import { ScreenChanges } from './screen-changes.tsx';
import type { Judged } from './use-check.ts';
import { useStoppable } from './use-stoppable.ts';

interface Props {
  edited: CallReply<'readEditedScreen'>;
  onRefused: (judged: Judged) => void;
  /** After a publication, or once the text is the user's own change. */
  onBegun: () => void;
}

/** What is published at its time, or could not be and why, and what can be done about it. */
export function ScheduledNotice({ edited, onRefused, onBegun }: Props): ReactNode {
  const t = useWords();
  const { exact } = useFormat();
  const [asks, setAsks] = useState(false);
  const { flow, screen, scheduled } = edited;
  const params = { flow, screen };
  const refresh = ['readEditedScreen', 'listScheduledScreens'] as const;
  const cancel = useAct('cancelScheduledScreen', { failed: t('studio.scheduled.cancelFailed'), refresh: [...refresh] });
  const publish = useAct('publishScheduledScreen', { failed: t('studio.editor.publishFailed'), refresh: [...refresh] });
  const { signal, stop } = useStoppable();
  if (scheduled === null) return null;
  const { at, by, base, note, failure, text } = scheduled;
  const hasFailed = failure !== null;
  const number = base + 1;
  const take = async (): Promise<void> => {
    if ((await cancel.run({ params, body: { take: true } })) !== undefined) onBegun();
  };
  const publishNow = async (): Promise<void> => {
    const reply = await publish.run({ params }, { signal: signal(), timeoutSeconds: longestCheckSeconds });
    if (reply === undefined) return;
    const isRefused = reply.number === null;
    notifications.show({
      message: isRefused
        ? t('studio.editor.publishRefused')
        : t('studio.editor.published', { number: reply.number ?? 0 }),
      color: isRefused ? 'red' : 'green',
      closeButtonProps: { 'aria-label': t('close') },
    });
    if (isRefused) onRefused(reply);
    else onBegun();
  };
  const noted = note === '' ? '' : t('studio.scheduled.note', { note });
  return (
    <>
      <Notice
        kind={hasFailed ? 'attention' : 'planned'}
        title={
          hasFailed
            ? t('studio.scheduled.failed', { number, at: exact(at), by })
            : t('studio.scheduled.title', { number, at: exact(at), by })
        }
        text={`${hasFailed ? failure.reason : t('studio.scheduled.text')} ${noted}`.trim()}
        actions={
          publish.busy ? (
            <GateProgress flow={flow} screen={screen} onStop={stop} />
          ) : (
            <Group gap="xs">
              {hasFailed ? null : (
                <Button size="xs" onClick={() => void publishNow()}>
                  {t('studio.scheduled.publishNow')}
                </Button>
              )}
              <Button size="xs" variant="default" loading={cancel.busy && !asks} onClick={() => void take()}>
                {hasFailed ? t('studio.scheduled.take') : t('studio.scheduled.cancelAndTake')}
              </Button>
              <Button size="xs" variant="default" onClick={() => setAsks(true)}>
                {hasFailed ? t('studio.scheduled.dismiss') : t('studio.scheduled.cancel')}
              </Button>
            </Group>
          )
        }
      />
      <ConfirmModal
        opened={asks}
        title={hasFailed ? t('studio.scheduled.dismissTitle') : t('studio.scheduled.cancelTitle', { number })}
        text={t('studio.scheduled.cancelText')}
        act={hasFailed ? t('studio.scheduled.dismiss') : t('studio.scheduled.cancelAct')}
        danger
        busy={cancel.busy}
        failure={cancel.failure?.message}
        onConfirm={() =>
          void cancel.run({ params, body: { take: false } }).then((done) => {
            if (done !== undefined) setAsks(false);
          })
        }
        onClose={() => setAsks(false)}
      >
        <ScreenChanges before={edited.text} after={text} />
      </ConfirmModal>
    </>
  );
}
