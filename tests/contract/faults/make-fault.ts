import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject } from 'vitest';
import { switchOn } from './switches.ts';

const reached = new Set<number>();
switchOn(inject('fault') || undefined, reached);

afterAll(() => {
  const folder = inject('reachedFolder');
  if (folder === '') return;
  const found = { file: expect.getState().testPath, ids: [...reached] };
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(found));
});
