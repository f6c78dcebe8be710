// Polls `/healthz` from a separate process; for each line on its input it prints the slowest response since the previous line.
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 20;
const LONGEST_MS = 30_000;
const url = process.argv[2];
if (!url) throw new Error('usage: health-process.ts URL');

let worst = 0;
/** Start of the pending request, so that a server that has not responded yet already counts as slow. */
let askedAt: number | undefined;

createInterface({ input: process.stdin }).on('line', () => {
  const waiting = askedAt === undefined ? 0 : performance.now() - askedAt;
  console.log(JSON.stringify({ worst: Math.max(worst, waiting) }));
  worst = 0;
});
process.stdin.on('end', () => process.exit(0));

for (;;) {
  askedAt = performance.now();
  const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(LONGEST_MS) }).catch(() => undefined);
  await answer?.text();
  worst = Math.max(worst, answer?.ok ? performance.now() - askedAt : LONGEST_MS);
  askedAt = undefined;
  await sleep(EVERY_MS);
}
