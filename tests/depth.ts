import { describe } from 'vitest';

/** Whether `npm run test:full` runs: everything that `npm test` covers in part. */
export const isFull = process.env['CAIRN_TESTS'] === 'full';

/** Tests of `npm run test:full` alone. */
export const describeInFull: (name: string, tests: () => void) => void = isFull ? describe.concurrent : () => undefined;
