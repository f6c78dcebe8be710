import { useId, type ReactNode } from 'react';
import { zoneWords } from '#engine/vocabulary/clock-words.ts';
import { localText } from '#engine/vocabulary/instant.ts';
import type { ScheduledRun } from '#engine/vocabulary/schedule.ts';
import { fill, useScreenWords } from '../words.tsx';
import { useFormat } from './format.ts';
import styles from './next-runs.module.css';

interface Props {
  /** Undefined while the schedule is incomplete or invalid; empty where a complete one does not run any more. */
  runs: readonly ScheduledRun[] | undefined;
  /** The zone whose clocks the schedule follows. */
  zone: string;
  /** It runs in several zones, at the same time of each: `zone` is one of them. */
  inEach?: boolean;
}

/** The next runs by the clocks of their zone, by those of the viewer where they differ, and what a change of the clocks does to one. */
export function NextRuns({ runs, zone, inEach = false }: Props): ReactNode {
  const words = useScreenWords();
  const { zone: viewer } = useFormat();
  const id = useId();
  if (runs === undefined) return null;
  if (runs.length === 0)
    return (
      <p className={styles.quiet} role="status">
        {words.runNone}
      </p>
    );
  const isTwofold =
    !inEach && runs.some(({ milliseconds }) => localText(milliseconds, zone) !== localText(milliseconds, viewer));
  return (
    <div>
      <p className={styles.head} data-twofold={isTwofold || undefined}>
        <span id={id}>{inEach ? words.runsOfEach : fill(words.runsIn, { zone: zoneWords(zone) })}</span>
        {isTwofold ? <span>{fill(words.runThere, { zone: zoneWords(viewer) })}</span> : null}
      </p>
      <ol className={styles.runs} aria-labelledby={id} data-twofold={isTwofold || undefined}>
        {runs.map(({ milliseconds, change }) => (
          <li key={milliseconds}>
            <span>
              {inEach ? (
                timeWords(localText(milliseconds, zone))
              ) : (
                <time dateTime={new Date(milliseconds).toISOString()}>{timeWords(localText(milliseconds, zone))}</time>
              )}
              {change === undefined || inEach ? null : ` (${change === 'skipped' ? words.runSkipped : words.runTwice})`}
            </span>
            {isTwofold ? <span className={styles.there}>{timeWords(localText(milliseconds, viewer))}</span> : null}
          </li>
        ))}
      </ol>
    </div>
  );
}

const day = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** “Sun, 29 Mar 2026, 02:30” of `2026-03-29T02:30`. */
function timeWords(local: string): string {
  return `${day.format(Date.parse(`${local.slice(0, 10)}T00:00Z`))}, ${local.slice(11)}`;
}
