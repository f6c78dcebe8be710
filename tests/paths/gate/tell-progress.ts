import type { PathWalk } from '#api/contract/workbench.ts';

/** `done` of `total` paths are walked. */
export type TellProgress = (done: number, total: number, walk?: PathWalk) => void;

/** Milliseconds between two reports of progress. */
const TOLD_EVERY = 200;

/** Tells how far the work is, a few times a second. */
export function sparingly(tell: TellProgress): TellProgress {
  let told = 0;
  return (done, total, walk) => {
    if (performance.now() - told < TOLD_EVERY && done < total) return;
    told = performance.now();
    tell(done, total, walk);
  };
}
