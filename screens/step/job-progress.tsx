import type { ReactNode } from 'react';
import type { JobProgress as Progress } from '#engine/flow/flow.ts';
import { bytesInWords } from '#engine/vocabulary/chosen-file.ts';
import { fill, useScreenWords, type Words } from '../words.tsx';
import styles from './step.module.css';

interface Props {
  /** The words of the stages, by name. */
  stages: Readonly<Record<string, string>> | undefined;
  /** What its numbers count. */
  unit?: 'bytes' | undefined;
  progress: Progress | undefined;
}

/** How far a job is: its stage, its share, how fast it goes and how long it will take. A line that moves while none is known. */
export function JobProgress({ stages, unit, progress }: Props): ReactNode {
  const words = useScreenWords();
  const known: Partial<Progress> = progress ?? {};
  const { stage = '', done = 0, total = 0, rate = 0, secondsLeft = null, cancelRequested = false, paused } = known;
  const pace = paused ? [words.jobPaused] : rate > 0 ? rateFacts(words, { rate, secondsLeft, unit }) : [];
  if (total === 0 || done === 0) {
    const soFar = done > 0 ? [fill(words.jobSoFar, { count: done.toLocaleString('en') }), ...pace] : [];
    const told = cancelRequested ? [words.jobStopping] : paused ? [words.jobPaused] : soFar;
    return (
      <>
        <Stage stages={stages} progress={known} />
        <div className={styles.working} aria-hidden>
          {!paused && <span />}
        </div>
        {told.length > 0 && <p className={styles.facts}>{told.join(' · ')}</p>}
      </>
    );
  }
  const share = Math.floor((Math.min(done, total) / total) * 100);
  const bytes =
    unit === 'bytes' ? [fill(words.jobBytes, { done: bytesInWords(done), total: bytesInWords(total) })] : [];
  const facts = cancelRequested ? [words.jobStopping] : [`${share} %`, ...bytes, ...pace];
  return (
    <>
      <Stage stages={stages} progress={known} />
      <progress className={styles.share} value={done} max={total} aria-label={stages?.[stage] ?? words.done} />
      <p className={styles.facts}>{facts.join(' · ')}</p>
    </>
  );
}

function Stage({ stages, progress }: { stages: Props['stages']; progress: Partial<Progress> }): ReactNode {
  const words = useScreenWords();
  const { stage = '', stages: all = [] } = progress;
  const named = stages?.[stage];
  // Of a job with one stage the title says it.
  if (named === undefined || all.length < 2) return null;
  const number = all.indexOf(stage) + 1;
  return <p className={styles.stage}>{fill(words.jobStage, { number, count: all.length, stage: named })}</p>;
}

function rateFacts(
  words: Words,
  { rate, secondsLeft, unit }: Pick<Progress, 'rate' | 'secondsLeft'> & Pick<Props, 'unit'>,
): string[] {
  const pace =
    unit === 'bytes'
      ? fill(words.jobRateSecond, { count: bytesInWords(rate) })
      : rate >= 1
        ? fill(words.jobRateSecond, { count: Math.round(rate).toLocaleString('en') })
        : fill(words.jobRateMinute, { count: Math.max(1, Math.round(rate * 60)) });
  return secondsLeft === null ? [pace] : [pace, fill(words.jobLeft, { time: duration(words, secondsLeft) })];
}

function duration(words: Words, seconds: number): string {
  // In steps that a person can use: an estimate to the second jumps.
  if (seconds < 60) return fill(words.elapsed, { seconds: Math.max(5, Math.ceil(seconds / 5) * 5) });
  return fill(words.elapsedMinutes, {
    minutes: Math.floor(seconds / 60),
    seconds: Math.floor((seconds % 60) / 10) * 10,
  });
}
