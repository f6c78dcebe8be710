import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { callTable } from './call-table.ts';

it.each(['first', 'all'] as const)(
  'has a table of %s calls that is the one of the catalogue (else: npm run generate:calls)',
  (which) => expect(readFileSync(new URL(`${which}-calls.gen.ts`, import.meta.url), 'utf8')).toBe(callTable(which)),
);
