import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { callTable } from './call-table.ts';

it('has a call table that is the one of the catalogue (else: npm run generate:calls)', () => {
  expect(readFileSync(new URL('calls.gen.ts', import.meta.url), 'utf8')).toBe(callTable());
});
