import type { ReactNode } from 'react';
import { dayWords } from './kept-images.tsx';
import styles from './run-timeline.module.css';

/** “Fri, 27 Nov, 22:00” of a moment of some computer's clock, `2026-11-27T22:00`: the same in every zone. */
export function clockWords(at: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  }).format(Date.parse(`${at}Z`));
}

const kinds = { full: 'full', incremental: 'incremental', weekly: 'weekly image', monthly: 'monthly image' } as const;

/** `at`: a moment or a day of the computer's clock, `2026-11-27T22:00` or `2026-11-27`. */
export interface TimelineRun {
  at: string;
  kind: keyof typeof kinds;
}

/** Runs in their order. */
export function RunTimeline({ runs, label }: { runs: readonly TimelineRun[]; label: string }): ReactNode {
  return (
    <ol className={styles.runs} aria-label={label}>
      {runs.map(({ at, kind }) => (
        <li key={`${at} ${kind}`} data-kind={kind}>
          <time dateTime={at}>{at.includes('T') ? clockWords(at) : dayWords(at, 'weekday')}</time> {kinds[kind]}
        </li>
      ))}
    </ol>
  );
}
