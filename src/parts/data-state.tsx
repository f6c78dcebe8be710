import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CallFailed } from '#api/call-failed.ts';
import { useWords } from '../words/words.ts';
import { Failure } from './message.tsx';
import styles from './parts.module.css';
import { usePatience } from './use-patience.ts';

export function Bones({ lines = 4 }: { lines?: number }): ReactNode {
  return (
    <div className={styles.bones} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={14} width={`${90 - ((line * 23) % 45)}%`} radius="sm" />
      ))}
    </div>
  );
}

interface DataStateProps<T> {
  of: UseQueryResult<T, CallFailed>;
  failed: string;
  bones?: ReactNode;
  tall?: boolean;
  children: (data: T) => ReactNode;
}

/** Shows a call's data, a loading state, or a failure with a retry button. Old data stays visible during a refetch. */
export function DataState<T>({ of, failed, bones, tall = false, children }: DataStateProps<T>): ReactNode {
  const t = useWords();
  const slow = usePatience(of.isPending);
  if (of.data !== undefined && !slow) return children(of.data);
  if (of.isError && of.data === undefined && !slow)
    return <Failure title={failed} error={of.error} onRetry={() => void of.refetch()} tall={tall} />;
  return (
    <div role="status" aria-label={t('loading')} aria-busy="true">
      {slow ? (bones ?? <Bones />) : <div style={{ minHeight: 96 }} />}
    </div>
  );
}
