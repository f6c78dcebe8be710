import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import { newUuid } from '#api/uuid.ts';
import { useWords } from '../words/words.ts';
import styles from './parts.module.css';

/** Long enough to read what happened and to think better of it. */
const undoMs = 15_000;

/** Shows for 15 seconds what was done, on every page, with a button that undoes it. The message stays if `undo` resolves with false. */
export function useUndoMessage(): (done: string, undo: () => Promise<boolean>) => void {
  const t = useWords();
  return useCallback(
    (done, undo) => {
      const id = newUuid();
      const takeBack = async (): Promise<void> => {
        if (await undo()) notifications.hide(id);
      };
      notifications.show({
        id,
        message: (
          <span className={styles.undo}>
            {done}
            <Button variant="default" size="compact-sm" onClick={() => void takeBack()}>
              {t('undo')}
            </Button>
          </span>
        ),
        color: 'green',
        autoClose: undoMs,
        closeButtonProps: { 'aria-label': t('close') },
      });
    },
    [t],
  );
}
