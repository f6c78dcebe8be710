import { useId, type ReactNode } from 'react';
import { dayWords, zoneWords } from '#engine/vocabulary/clock-words.ts';
import { localText } from '#engine/vocabulary/instant.ts';
import { nextTen, type Schedule } from '../format/schedule.ts';
import { useNow } from '../format/use-now.ts';
import { useWords } from '../words/words.ts';
import styles from './schedule-picker.module.css';

/** The next ten runs by the clocks of the schedule, and what a change of the clocks does to one. */
export function NextRuns({ schedule }: { schedule: Schedule }): ReactNode {
  const t = useWords();
  const now = useNow();
  const id = useId();
  const { timeZone } = schedule;
  const runs = nextTen(schedule, now);
  if (runs === undefined) return null;
  if (runs.length === 0)
    return (
      <p className={styles.quiet} role="status">
        {t('schedule.none')}
      </p>
    );
  return (
    <div>
      <p className={styles.quiet} id={id}>
        {t('schedule.next', { zone: zoneWords(timeZone) })}
      </p>
      <ol className={styles.runs} aria-labelledby={id}>
        {runs.map(({ milliseconds, change }) => {
          const local = localText(milliseconds, timeZone);
          return (
            <li key={milliseconds}>
              <time dateTime={new Date(milliseconds).toISOString()}>{`${dayWords(local)}, ${local.slice(11)}`}</time>
              {change === undefined ? null : ` (${t(`schedule.${change}`)})`}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
