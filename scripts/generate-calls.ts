// Writes the call tables of api: what the page needs of the catalogue, without TypeBox. api/calls.test.ts refuses a stale one.
import { writeFileSync } from 'node:fs';
import { callTable } from '../api/call-table.ts';

for (const which of ['first', 'all'] as const)
  writeFileSync(new URL(`../api/${which}-calls.gen.ts`, import.meta.url), callTable(which));
