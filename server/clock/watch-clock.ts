import { steadyNow } from './steady.ts';

/** A larger drift between wall and monotonic clock is a step, in milliseconds. NTP slews far less per interval. */
const smallestStep = 5000;
const lookEvery = 1000;

export interface Clocks {
  wall(): number;
  steady(): number;
}

/** Returns by how many milliseconds the wall clock was stepped since the last call; 0 without a step. */
export function stepFinder(clocks: Clocks = { wall: Date.now, steady: steadyNow }): () => number {
  let known = clocks.wall() - clocks.steady();
  return () => {
    const apart = clocks.wall() - clocks.steady();
    const step = apart - known;
    known = apart;
    return Math.abs(step) > smallestStep ? step : 0;
  };
}

/** Checks every second until `stop` and calls `onStep` once per step; waking from sleep counts as a step forward. */
export function watchClock(onStep: (milliseconds: number) => void): { stop(): void } {
  const find = stepFinder();
  const timer = setInterval(() => {
    const step = find();
    if (step !== 0) onStep(step);
  }, lookEvery);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
