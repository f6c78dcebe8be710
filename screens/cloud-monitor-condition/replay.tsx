import type { ReactNode } from 'react';
import type { ShownData } from '#engine/flow/flow.ts';
import { useFormat, type Format } from '../shared/format.ts';
import styles from './condition.module.css';

type ReplayReply = ShownData['replay'];

/** More than these are told by their number. */
const LISTED = 10;
const WIDTH = 288;
const HEIGHT = 36;

/** When the condition would have fired over the stored checks. */
export function Replay({ reply }: { reply: ReplayReply }): ReactNode {
  const format = useFormat();
  const { checks, judged, alerts, missing } = reply;
  if (checks === 0) return <p className={styles.quiet}>There is no history yet: no check of this monitor is stored.</p>;
  return (
    <div className={styles.replay}>
      <p className={styles.verdict}>{verdict(reply, format)}</p>
      {missing !== null && <p className={styles.quiet}>{missing}</p>}
      {judged > 0 && <Plot reply={reply} />}
      {alerts.length > 0 && (
        <ol className={styles.alerts} aria-label="When it would have been raised">
          {alerts.slice(0, LISTED).map(({ raisedAt, resetAt }) => (
            <li key={raisedAt}>
              <time dateTime={raisedAt}>{format.dayAndTime(raisedAt)}</time>
              <span className={styles.quiet}>
                {resetAt === null ? ' and still raised' : `, reset after ${span(raisedAt, resetAt)}`}
              </span>
            </li>
          ))}
        </ol>
      )}
      {alerts.length > LISTED && <p className={styles.quiet}>and {alerts.length - LISTED} more</p>}
    </div>
  );
}

function verdict({ checks, judged, alerts, from, to }: ReplayReply, format: Format): string {
  const counted = checks === 1 ? 'the only check' : `the ${format.number(checks)} checks`;
  const over = `over ${counted} of the last ${span(from, to)}`;
  if (judged === 0) return `Nothing can be said ${over}.`;
  if (alerts.length === 0) return `It would not have been raised ${over}.`;
  return `It would have been raised ${alerts.length === 1 ? 'once' : `${alerts.length} times`} ${over}.`;
}

/** Failed checks as marks, alerts as bands, over the time that is stored. */
function Plot({ reply: { from, to, points, alerts } }: { reply: ReplayReply }): ReactNode {
  const format = useFormat();
  const start = Date.parse(from);
  const whole = Math.max(1, Date.parse(to) - start);
  const x = (at: string) => ((Date.parse(at) - start) / whole) * WIDTH;
  const failed = points.filter((point) => point.failed > 0).length;
  return (
    <>
      <svg
        className={styles.plot}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${failed} of ${points.length} spans with failed checks, ${alerts.length} alerts`}
      >
        {alerts.map(({ raisedAt, resetAt }) => (
          <rect
            key={raisedAt}
            className={styles.band}
            x={x(raisedAt)}
            y={0}
            width={Math.max(1, x(resetAt ?? to) - x(raisedAt))}
            height={HEIGHT}
          />
        ))}
        {points.map(({ at, checks, failed: wrong }) => {
          const height = checks === 0 ? 0 : Math.max(2, (wrong / checks) * (HEIGHT - 6));
          return (
            <rect
              key={at}
              className={wrong > 0 ? styles.wrong : styles.right}
              x={x(at)}
              y={HEIGHT - height}
              width={0.8}
              height={height}
            />
          );
        })}
      </svg>
      <div className={styles.axis} aria-hidden>
        <span>{format.dayAndTime(from)}</span>
        <span>{format.dayAndTime(to)}</span>
      </div>
    </>
  );
}

function span(from: string, to: string): string {
  const minutes = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 60_000));
  const hours = Math.round(minutes / 60);
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return `${hours} hours`;
}
