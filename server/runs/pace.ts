import type { RunProgress } from '#api/contract/runs.ts';
import type { StoredProgress } from '../database/schema/runs.ts';
import type { Step } from './report.ts';

/** Seconds after which an earlier pace counts for little. */
const memory = 10;
/** Seconds that a stage must last before its pace is told; before that it jumps. */
const toldAfter = 3;

/** The progress after this report. A stage that begins, or begins again, has no pace yet. */
export function nextProgress(
  before: StoredProgress,
  step: Step<string>,
  stages: readonly string[],
  now: Date,
): StoredProgress {
  const at = now.toISOString();
  const reached = { ...step, stages: [...stages], at };
  const { since, at: last, rate } = before;
  if (since === undefined || last === undefined || before.stage !== step.stage || step.done < before.done)
    return { ...reached, since: at };
  const seconds = (now.getTime() - Date.parse(last)) / 1000;
  if (seconds <= 0) return { ...reached, since, ...(rate !== undefined && { rate }) };
  return { ...reached, since, rate: averaged(rate, (step.done - before.done) / seconds, seconds) };
}

/** The progress for who reads it now: a run that has reported nothing for a while has become slower. */
export function toProgress({ since, at, rate, ...progress }: StoredProgress, running: boolean, now: Date): RunProgress {
  const { done, total } = progress;
  if (!running || since === undefined || at === undefined || rate === undefined)
    return { ...progress, rate: 0, secondsLeft: null };
  const silent = Math.max(0, (now.getTime() - Date.parse(at)) / 1000);
  const pace = silent > toldAfter ? averaged(rate, 0, silent) : rate;
  const told = now.getTime() - Date.parse(since) >= toldAfter * 1000 && pace > 0.001;
  if (!told) return { ...progress, rate: 0, secondsLeft: null };
  const secondsLeft = total > done ? Math.ceil((total - done) / pace) : null;
  return { ...progress, rate: Math.round(pace * 1000) / 1000, secondsLeft };
}

/** An exponential average, which weighs a reading by the time that it stands for. */
function averaged(before: number | undefined, reading: number, seconds: number): number {
  if (before === undefined) return reading;
  return before + (reading - before) * (1 - Math.exp(-seconds / memory));
}
