import type { ReactNode } from 'react';
import type { KeptImages } from '#schemas/managed-folder/kept.ts';
import styles from './kept-images.module.css';

const points: Readonly<Record<KeptImages['images'], string>> = {
  intraDaily: 'Every backup',
  daily: 'One a day',
  weekly: 'One a week',
  monthly: 'One a month',
};
/** Bars grow slower than time: beside ten years, a week would be no bar. */
const GROWTH = 0.4;

/** “27 Nov 2026” of a day of some computer's calendar, `2026-11-27`: the same in every zone. `weekday` puts “Fri” before it. */
export function dayWords(day: string, weekday?: 'weekday'): string {
  const shown = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  const format = new Intl.DateTimeFormat('en-GB', { ...shown, ...(weekday && { weekday: 'short' }) });
  return format.format(Date.parse(`${day}T00:00Z`));
}

/** Each kind of restore point, how long it is kept, and how far back that reaches today. */
export function KeptTable({ kept, today }: { kept: readonly KeptImages[]; today: string }): ReactNode {
  const longest = Math.max(1, ...kept.map((each) => reachOf(each, today)));
  return (
    <table className={styles.kept} aria-label="What is kept">
      <thead>
        <tr>
          <th scope="col">Restore points</th>
          <th scope="col">Kept at least</th>
          <th scope="col">Today back to</th>
        </tr>
      </thead>
      <tbody>
        {kept.map((each) => (
          <tr key={each.images}>
            <td>{points[each.images]}</td>
            <td>{spanWords(each)}</td>
            <td>
              {each.since === undefined ? 'None made yet' : dayWords(each.since)}
              <span
                className={styles.reach}
                style={{ width: `${((reachOf(each, today) / longest) ** GROWTH * 100).toFixed(1)}%` }}
                aria-hidden
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The same in few words, for a line of a list. */
export function KeptChips({ kept, label }: { kept: readonly KeptImages[]; label: string }): ReactNode {
  return (
    <ul className={styles.chips} aria-label={label}>
      {kept.map(({ images, since }) => (
        <li key={images}>
          {points[images]} {since === undefined ? 'once made' : `since ${dayWords(since)}`}
        </li>
      ))}
    </ul>
  );
}

function spanWords({ images, keptFor }: KeptImages): string {
  const unit = images === 'monthly' ? 'month' : 'day';
  return `${new Intl.NumberFormat('en-GB').format(keptFor)} ${unit}${keptFor === 1 ? '' : 's'}`;
}

/** In milliseconds. */
function reachOf({ since }: KeptImages, today: string): number {
  return since === undefined ? 0 : Date.parse(today) - Date.parse(since);
}
