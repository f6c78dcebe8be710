import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, inject } from 'vitest';
import { switchOn } from './switches.ts';

/** By fault: how many faults the test reaches that reaches the fewest beside it; all of them where only preparation reaches it. */
const nearness = new Map<number, number>();
let reached = new Set<number>();
const everything = new Set<number>();
const fault = inject('fault') || undefined;
switchOn(fault, reached);

beforeEach(() => {
  for (const id of reached) everything.add(id);
  reached = new Set();
  switchOn(fault, reached);
});
afterEach(() => {
  for (const id of reached) nearness.set(id, Math.min(reached.size, nearness.get(id) ?? Infinity));
});
afterAll(() => {
  const folder = inject('reachedFolder');
  if (folder === '') return;
  for (const id of reached) everything.add(id);
  const near = [...everything].map((id) => [id, nearness.get(id) ?? 1000 + everything.size]);
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify({ file: expect.getState().testPath, near }));
});
