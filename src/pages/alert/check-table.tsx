import { useId, type ReactNode } from 'react';
import { useFormat } from '#screens/shared/format.ts';
import { useCall } from '../../data/use-call.ts';
import type { Alert } from '../../parts/alert.ts';
import { Status } from '../../parts/status.tsx';
import { useWords } from '../../words/words.ts';
import { instantOf, secondsOf } from '../../plot/plot-data.ts';
import styles from './alert.module.css';

/** Checks that are shown before and after an event. */
const beside = 10;
const shortest = 300;

/** The time around an alert, in seconds since 1970: until `now` while it is open. */
export function around({ raisedAt, resetAt }: Alert, frequency: number, now: number): { from: number; to: number } {
  const margin = Math.max(shortest, frequency * beside);
  const from = Math.floor(secondsOf(raisedAt)) - margin;
  return { from, to: resetAt === null ? now : Math.min(now, Math.ceil(secondsOf(resetAt)) + margin) };
}

const rowsBefore = 3;
const rowsAfter = 2;

interface Props {
  title: string;
  alert: Alert;
  /** The instant around which the checks are listed. */
  at: string;
  frequency: number;
}

/** Single checks around an instant, oldest first; nothing where only averages are kept. */
export function CheckTable({ title, alert: { monitorId }, at, frequency }: Props): ReactNode {
  const t = useWords();
  const format = useFormat();
  const caption = useId();
  const span = Math.max(60, frequency) * (rowsBefore + 1);
  const query = {
    from: instantOf(Math.floor(secondsOf(at)) - span),
    to: instantOf(Math.ceil(secondsOf(at)) + span),
  };
  const { data } = useCall('listResults', { params: { id: monitorId }, query: { ...query, points: 500 } });
  if (!data || data.step !== null || data.points.length === 0) return null;
  // The check that led to the event has its time.
  const led = data.points.findLastIndex((point) => Date.parse(point.at) <= Date.parse(at));
  const shown = data.points.slice(Math.max(0, led - rowsBefore), led + rowsAfter + 1);
  return (
    <>
      <h3 id={caption} className={styles.caption}>
        {title}
      </h3>
      <table className={styles.checks} aria-labelledby={caption}>
        <thead>
          <tr>
            <th>{t('alerts.checkTime')}</th>
            <th>{t('alerts.checkResult')}</th>
            <th>{t('monitor.responseTime')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((point) => (
            <tr key={point.at} data-led={point === data.points[led] || undefined}>
              <td>
                <time dateTime={point.at} title={format.exact(point.at)}>
                  {format.time(point.at, 'second')}
                </time>
              </td>
              <td>
                <Status state={point.up === 1 ? 'up' : 'down'} />
              </td>
              <td>{point.responseTime === null ? '–' : format.milliseconds(point.responseTime)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
