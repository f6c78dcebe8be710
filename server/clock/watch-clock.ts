import { steadyNow } from './steady.ts';

/** A change of the wall clock against the monotonic one beyond this is a step, in milliseconds. NTP slews by far less in a look's time. */
const smallestStep = 5000;
const lookEvery = 1000;

export interface Clocks {
  wall(): number;
  steady(): number;
}

/** Says by how many milliseconds the wall clock was set since the last look; 0 as long as it only runs. */
export function stepFinder(clocks: Clocks = { wall: Date.now, steady: steadyNow }): () => number {
  let known = clocks.wall() - clocks.steady();
  return () => {
    const apart = clocks.wall() - clocks.steady();
    const step = apart - known;
    known = apart;
    return Math.abs(step) > smallestStep ? step : 0;
  };
}

/** Looks every second until `stop`. `onStep` hears of each step once; a computer that slept steps forward. */
export function watchClock(onStep: (milliseconds: number) => void): { stop(): void } {
  const find = stepFinder();
  const timer = setInterval(() => {
    const step = find();
    if (step !== 0) onStep(step);
  }, lookEvery);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
