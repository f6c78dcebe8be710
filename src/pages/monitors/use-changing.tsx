import { notifications } from '@mantine/notifications';
import { useRef, useState } from 'react';
import { useRefresh } from '../../data/use-call.ts';
import { useUndoMessage } from '../../parts/undo-message.tsx';
import { useWords } from '../../words/words.ts';
import { changeMany, type Act, type Outcome } from './change-many.ts';

export interface Changing {
  progress: { act: Act; done: number; all: number } | undefined;
  run(act: Act, ids: readonly number[]): Promise<void>;
  /** Ends it where it is; what is done stays done. */
  stop(): void;
}

/** Does one thing to monitors, tells how far it is and what came of it, and offers to undo a pause. */
export function useChanging(): Changing {
  const t = useWords();
  const refresh = useRefresh();
  const offerUndo = useUndoMessage();
  const [progress, setProgress] = useState<Changing['progress']>();
  const stopped = useRef(false);

  function tell(act: Act, { changed, refused, failure }: Outcome): void {
    const count = changed.length;
    const close = { closeButtonProps: { 'aria-label': t('close') } };
    const done = t(`selection.done${act}`, { count });
    const resume = async (): Promise<boolean> => {
      void run('RESUME', changed);
      return true;
    };
    if (count > 0 && act === 'PAUSE') offerUndo(done, resume);
    else if (count > 0) notifications.show({ message: done, color: 'green', ...close });
    if (refused > 0)
      notifications.show({
        message: t('selection.refused', { count: refused }),
        color: 'red',
        autoClose: 8000,
        ...close,
      });
    if (failure)
      notifications.show({
        title: t('device.saveFailed'),
        message: failure.message,
        color: 'red',
        autoClose: 8000,
        ...close,
      });
  }

  async function run(act: Act, ids: readonly number[]): Promise<void> {
    stopped.current = false;
    setProgress({ act, done: 0, all: ids.length });
    try {
      const outcome = await changeMany(act, ids, {
        onProgress: (done) => setProgress({ act, done, all: ids.length }),
        stopped: () => stopped.current,
      });
      tell(act, outcome);
    } finally {
      setProgress(undefined);
      refresh('listMonitors', 'readMonitor', 'systemOverview', 'listAlerts');
    }
  }

  return {
    progress,
    run,
    stop: () => {
      stopped.current = true;
    },
  };
}
