import { useEffect, useState, type ReactNode } from 'react';
import type { JobProgress as Progress } from '#engine/flow/flow.ts';
import { fill, useScreenWords, type Words } from '../words.tsx';
import styles from './step.module.css';

/** A rate that a few seconds have shown; before that it jumps. */
const SHOWN_AFTER = 3000;
/** Older readings are forgotten, so that a rate follows a slower or faster stretch. */
const WINDOW = 20_000;

interface Reading {
  stage: string;
  done: number;
  at: number;
}

interface Props {
  /** The words of the stages, by name. */
  stages: Readonly<Record<string, string>> | undefined;
  progress: unknown;
}

/** How far a job is: its stage, its share, how fast it goes and how long it will take. A line that moves while none is known. */
export function JobProgress({ stages, progress }: Props): ReactNode {
  const words = useScreenWords();
  const known = (progress ?? {}) as Partial<Progress>;
  const { stage = '', done = 0, total = 0, cancelRequested = false } = known;
  const speed = useSpeed(stage, done);
  if (total === 0 || done === 0)
    return (
      <>
        <Stage stages={stages} progress={known} />
        <div className={styles.working} aria-hidden>
          <span />
        </div>
        {cancelRequested && <p className={styles.facts}>{words.jobStopping}</p>}
      </>
    );
  const share = Math.floor((Math.min(done, total) / total) * 100);
  const facts = cancelRequested
    ? [words.jobStopping]
    : [`${share} %`, ...(speed > 0 ? rateFacts(words, speed, total - done) : [])];
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

/** Items a second over the last readings of this page; 0 while it cannot be told. */
function useSpeed(stage: string, done: number): number {
  const [readings, setReadings] = useState<readonly Reading[]>([]);
  useEffect(() => {
    const at = performance.now();
    setReadings((before) => [
      ...before.filter((one) => one.stage === stage && at - one.at < WINDOW && one.done <= done),
      { stage, done, at },
    ]);
  }, [stage, done]);
  const [first, last] = [readings[0], readings.at(-1)];
  const took = (last?.at ?? 0) - (first?.at ?? 0);
  return first && last && took >= SHOWN_AFTER ? ((last.done - first.done) / took) * 1000 : 0;
}

function rateFacts(words: Words, speed: number, left: number): string[] {
  const rate =
    speed >= 1
      ? fill(words.jobRateSecond, { count: Math.round(speed).toLocaleString('en') })
      : fill(words.jobRateMinute, { count: Math.max(1, Math.round(speed * 60)) });
  return left <= 0 ? [rate] : [rate, fill(words.jobLeft, { time: duration(words, left / speed) })];
}

function duration(words: Words, seconds: number): string {
  // In steps that a person can use: an estimate to the second jumps.
  if (seconds < 60) return fill(words.elapsed, { seconds: Math.max(5, Math.ceil(seconds / 5) * 5) });
  return fill(words.elapsedMinutes, {
    minutes: Math.floor(seconds / 60),
    seconds: Math.floor((seconds % 60) / 10) * 10,
  });
}
