import { describe } from 'vitest';

/**
 * What runs: `quick` is `npm test`, `slow` what that leaves to `npm run test:slow` (`tests/slow-files.ts`), `full` all of both, deeper.
 * Without it, as under `npx vitest`, every file runs as in the first two.
 */
const depth = process.env['CAIRN_TESTS'];

/** Whether `npm run test:full` runs: everything that the others cover in part. */
export const isFull = depth === 'full';

/** Tests of `npm run test:full` alone. */
export const describeInFull: (name: string, tests: () => void) => void = isFull ? describe.concurrent : () => undefined;

/** The same, one test at a time, and also where files are run by their names. */
export const describeAtLength: (name: string, tests: () => void) => void =
  depth === 'quick' || depth === 'slow' ? () => undefined : describe;
