import { Button } from '@mantine/core';
import { IconAlertCircle, IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { fill } from '../words.tsx';
import { useRowsWords } from './rows-words.ts';
import type { RowsState } from './use-rows.ts';
import styles from './rows.module.css';

/** Why the rows in sight may be old: the page is offline, or they could not be read. */
export function RowsNote({ state: { offline, failure, retry } }: { state: RowsState }): ReactNode {
  const words = useRowsWords();
  if (offline)
    return (
      <p className={styles.note} role="status">
        <IconCloudOff size={16} aria-hidden /> {words.rowsOffline}
      </p>
    );
  if (failure === undefined) return null;
  return (
    <p className={styles.note} role="alert" data-bad>
      <IconAlertCircle size={16} aria-hidden /> {fill(words.rowsFailed, { reason: failure.message })}
      <Button size="compact-xs" variant="default" onClick={retry}>
        {words.tryAgain}
      </Button>
    </p>
  );
}
