// Writes api/calls.gen.ts: what the page needs of the catalogue, without TypeBox. api/calls.test.ts refuses a stale one.
import { writeFileSync } from 'node:fs';
import { callTable } from '../api/call-table.ts';

writeFileSync(new URL('../api/calls.gen.ts', import.meta.url), callTable());
