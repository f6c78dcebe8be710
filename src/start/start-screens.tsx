import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { CallFailed } from '#api/call-failed.ts';
import { usePatience } from '../parts/use-patience.ts';
import styles from './start.module.css';

/** Shown before translations load, so its texts are not in the language files. */
export function StartWaiting(): ReactNode {
  const shown = usePatience(true);
  return (
    <div className={styles.plain} role="status" aria-live="polite">
      {shown ? 'Loading Cairn…' : ''}
    </div>
  );
}

/** Shown while the server is unreachable; the page continues once it responds. */
export function StartReconnecting({ error }: { error: unknown }): ReactNode {
  return (
    <main className={styles.plain} role="status">
      <h1 className={styles.heading}>Waiting for the server</h1>
      <p>{error instanceof CallFailed ? error.message : ''}</p>
      <p>This page continues automatically.</p>
    </main>
  );
}

export function StartFailed({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactNode {
  const why =
    error instanceof CallFailed
      ? error.message
      : 'The console could not be loaded. Check your connection and try again.';
  return (
    <main className={styles.plain}>
      <h1 className={styles.heading}>Cairn did not start</h1>
      <p>{why}</p>
      <Button onClick={onRetry}>Try again</Button>
    </main>
  );
}
