import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { keyOf, type Fault } from './fault.ts';
import type { Asked, Verdict } from './judge.ts';

/** A worker that judges the faults it receives; `end` ends it. */
async function openLane(asked: Asked): Promise<{ judge(fault: Fault): Promise<Verdict>; end(): void }> {
  const child = fork(join(import.meta.dirname, 'judge-lane.ts'), [asked]);
  const dead = once(child, 'exit').then(([code]) => {
    throw new Error(`a lane ended with ${String(code)}`);
  });
  dead.catch(() => undefined);
  await Promise.race([once(child, 'message'), dead]);
  return {
    async judge(fault) {
      child.send(keyOf(fault));
      const [verdict] = (await Promise.race([once(child, 'message'), dead])) as [Verdict];
      return verdict;
    },
    end: () => void child.kill(),
  };
}

/** Judges each fault in one of so many processes, and notes each verdict as it comes. */
export async function judgeAll(
  faults: readonly Fault[],
  lanes: number,
  asked: Asked,
  note: (verdict: Verdict) => void,
): Promise<void> {
  const queue = faults.values();
  await Promise.all(
    Array.from({ length: Math.min(lanes, faults.length) }, async () => {
      const lane = await openLane(asked);
      try {
        for (const fault of queue) note(await lane.judge(fault));
      } finally {
        lane.end();
      }
    }),
  );
}
