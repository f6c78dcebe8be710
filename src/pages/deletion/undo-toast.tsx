import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useCallback, useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useFormat } from '#screens/shared/format.ts';
import { useAct } from '../../data/use-act.ts';
import { useNow } from '#screens/shared/use-now.ts';
import { useWords } from '../../words/words.ts';
import styles from './deletion.module.css';
import { deletionsPath } from './path.ts';
import { madeOldByDeletions } from './made-old.ts';

type Deleted = Pick<CallReply<'removeDevices'>, 'deletionId' | 'name' | 'undoUntil'> & {
  /** Of a deletion with backup data: the image files that are gone. */
  files?: number;
};

/** A toast on every page until it is closed, undone or too late; a later deletion takes its place, and the page has both. */
const toastId = 'undo-deletion';

export function useUndoToast(): (deleted: Deleted) => void {
  const t = useWords();
  return useCallback(
    (deleted) => {
      notifications.hide(toastId);
      notifications.show({
        id: toastId,
        message: <UndoToast key={deleted.deletionId} deleted={deleted} />,
        color: 'green',
        autoClose: Math.max(0, new Date(deleted.undoUntil).getTime() - Date.now()),
        closeButtonProps: { 'aria-label': t('close') },
      });
    },
    [t],
  );
}

function UndoToast({ deleted: { deletionId, name, undoUntil, files } }: { deleted: Deleted }): ReactNode {
  const t = useWords();
  const format = useFormat();
  // The clock of the page ticks every few seconds: it may be behind the reply.
  const [begun] = useState(() => Date.now());
  const now = Math.max(useNow(), begun);
  const undo = useUndo();
  const seconds = Math.max(0, Math.ceil((new Date(undoUntil).getTime() - now) / 1000));
  const minutes = Math.ceil(seconds / 60);
  return (
    <div className={styles.toast}>
      <div>
        <p className={styles.deleted}>{t('deletion.toast', { name })}</p>
        {files === undefined ? null : <p className={styles.left}>{t('deletion.backupGone', { count: files })}</p>}
        <p className={styles.left}>
          {seconds === 0 ? t('deletion.over') : t('deletion.left', { time: format.duration(minutes * 60) })}
        </p>
      </div>
      <div className={styles.acts}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowBackUp size={14} />}
          aria-label={t('deletion.undoOf', { name })}
          disabled={seconds === 0}
          loading={undo.busy}
          onClick={() =>
            void undo.run({ params: { id: deletionId } }).then((done) => done && notifications.hide(toastId))
          }
        >
          {t('deletion.undo')}
        </Button>
        <a href={`#${deletionsPath}`}>{t('deletion.all')}</a>
      </div>
    </div>
  );
}

/** Restores what was deleted, and says so. */
export function useUndo(): ReturnType<typeof useAct<'undoDeletion'>> {
  const t = useWords();
  return useAct('undoDeletion', {
    done: ({ name }) => t('deletion.restored', { name }),
    failed: t('deletion.restoreFailed'),
    refresh: [...madeOldByDeletions],
  });
}
