// Asks for `/healthz` again and again from a process of its own; for each line on its input it prints the worst answer since the last one.
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 20;
const LONGEST_MS = 30_000;
const url = process.argv[2];
if (!url) throw new Error('usage: health-process.ts URL');

let worst = 0;
/** When the question under way was asked: a server that does not answer is slow before it answers. */
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
