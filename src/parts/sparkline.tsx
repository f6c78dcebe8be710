import type { ReactNode } from 'react';
import styles from './sparkline.module.css';

const width = 112;
const height = 24;
const inset = 2;

/** Segments of consecutive points with a value. */
export function runsOf(values: readonly (number | null)[]): { at: number; value: number }[][] {
  const runs: { at: number; value: number }[][] = [];
  let run: { at: number; value: number }[] = [];
  values.forEach((value, at) => {
    if (value === null) {
      if (run.length > 0) runs.push(run);
      run = [];
    } else run.push({ at, value });
  });
  if (run.length > 0) runs.push(run);
  return runs;
}

interface Props {
  /** Milliseconds; null for a check that failed. */
  values: readonly (number | null)[];
  label: string;
  /** `bad`: the monitor is currently down. */
  tone?: 'accent' | 'bad';
}

/** Response times of the latest checks; a failed check is a gap with a red mark below. */
export function Sparkline({ values, label, tone = 'accent' }: Props): ReactNode {
  if (values.length === 0) return null;
  const most = Math.max(1, ...values.map((value) => value ?? 0));
  const x = (at: number) =>
    inset + (values.length === 1 ? width / 2 : (at / (values.length - 1)) * (width - 2 * inset));
  const y = (value: number) => height - 4 - (value / most) * (height - 8);
  return (
    <svg
      className={styles.sparkline}
      data-tone={tone}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      {runsOf(values).map((run) => {
        const [first] = run;
        if (!first) return null;
        return run.length === 1 ? (
          <circle key={first.at} cx={x(first.at)} cy={y(first.value)} r={1.5} className={styles.dot} />
        ) : (
          <polyline
            key={first.at}
            className={styles.line}
            points={run.map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}
          />
        );
      })}
      {values.map((value, at) =>
        value === null ? (
          <rect key={at} className={styles.miss} x={x(at) - 1} y={height - 3} width={2} height={3} />
        ) : null,
      )}
    </svg>
  );
}
