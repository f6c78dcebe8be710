import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useFormat } from '#screens/shared/format.ts';
import { Heartbeat } from '../../parts/heartbeat.tsx';
import { Status } from '../../parts/status.tsx';
import { useWords } from '../../words/words.ts';
import type { PublicStatus } from './public-status.ts';
import styles from './status.module.css';

type Monitor = PublicStatus['monitors'][number];
/** 24 hours by the hour, or 90 days by the day. */
export type Shown = 'day' | 'quarter';

/** The share from which a span with failures counts as disturbed and not as down. */
const disturbedFrom = 0.95;

function levelOf(share: number | null): 'none' | 'good' | 'warn' | 'bad' {
  if (share === null) return 'none';
  return share === 1 ? 'good' : share >= disturbedFrom ? 'warn' : 'bad';
}

interface Props {
  monitor: Monitor;
  shown: Shown;
  /** When each bar begins, oldest first. */
  starts: readonly string[];
  end: string;
}

/** A monitor by its public name: its latest checks, how it stands, and its availability as bars. */
export function MonitorStatus({ monitor, shown, starts, end }: Props): ReactNode {
  const t = useWords();
  const format = useFormat();
  const { name, status, day, quarter, hours, days } = monitor;
  const share = shown === 'day' ? day : quarter;
  const told = share === null ? t('publicStatus.notChecked') : t('plot.up', { share: format.percent(share) });
  return (
    <li className={styles.monitor}>
      <div className={styles.monitorHead}>
        <span className={styles.monitorName}>{name}</span>
        <span className={styles.beats}>
          <Heartbeat row={monitor} />
        </span>
        <Status state={status} />
      </div>
      <Bars name={name} shares={shown === 'day' ? hours : days} starts={starts} end={end} shown={shown} />
      <div className={styles.monitorFoot}>
        <span>{t(`publicStatus.ago_${shown}`)}</span>
        <span className={styles.share}>{told}</span>
        <span>{t(`publicStatus.now_${shown}`)}</span>
      </div>
    </li>
  );
}

/** A bar for each span, read with the pointer or with the arrow keys. */
function Bars({
  name,
  shares,
  starts,
  end,
  shown,
}: {
  name: string;
  shares: readonly (number | null)[];
  starts: readonly string[];
  end: string;
  shown: Shown;
}): ReactNode {
  const t = useWords();
  const format = useFormat();
  const tip = useId();
  const last = shares.length - 1;
  const [at, setAt] = useState<number>();
  const wordsAt = (index: number): string => {
    const share = shares[index] ?? null;
    const begin = starts[index] ?? end;
    const when =
      shown === 'quarter'
        ? format.date(begin)
        : `${format.dayAndTime(begin)} – ${format.time(starts[index + 1] ?? end, 'minute')}`;
    return `${when}: ${share === null ? t('publicStatus.notChecked') : t('plot.up', { share: format.percent(share) })}`;
  };
  const move = (event: KeyboardEvent): void => {
    const here = at ?? last;
    const to = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: last }[event.key];
    if (event.key === 'Escape') setAt(undefined);
    if (to === undefined) return;
    event.preventDefault();
    setAt(Math.min(last, Math.max(0, to)));
  };
  return (
    <div className={styles.barsFrame}>
      <div
        className={styles.bars}
        role="slider"
        tabIndex={0}
        aria-label={t('publicStatus.barsOf', { name })}
        aria-readonly="true"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? last}
        aria-valuetext={wordsAt(at ?? last)}
        onKeyDown={move}
        onFocus={() => setAt(at ?? last)}
        onBlur={() => setAt(undefined)}
        onPointerLeave={() => setAt(undefined)}
      >
        {shares.map((share, index) => (
          <span
            key={starts[index] ?? index}
            className={styles.bar}
            data-level={levelOf(share)}
            data-at={index === at || undefined}
            onPointerEnter={() => setAt(index)}
            onPointerDown={() => setAt(index)}
          />
        ))}
      </div>
      {at === undefined ? null : (
        <span
          id={tip}
          className={styles.barTip}
          style={{ left: `${((at + 0.5) / shares.length) * 100}%` }}
          data-side={at < shares.length / 4 ? 'start' : at > (shares.length * 3) / 4 ? 'end' : 'middle'}
          aria-hidden="true"
        >
          {wordsAt(at)}
        </span>
      )}
    </div>
  );
}
