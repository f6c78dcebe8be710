// The server's own tests over sources with faults behind switches, for `walk-tests.ts`; or by hand, one file with one fault:
// `CAIRN_FAULT=215 npx vitest run --config tests/contract/faults/tests.config.ts tests/server/nodes.test.ts` must fail.
import { defineConfig } from 'vitest/config';
import { screenDocuments } from '../../../engine/compile/vite-plugin.ts';
import { plantedServer } from './switches.ts';

export default defineConfig({
  plugins: [screenDocuments(), plantedServer(process.cwd())],
  test: {
    include: ['server/**/*.test.ts', 'tests/server/**/*.test.ts', 'tests/contract/contract.test.ts'],
    setupFiles: ['tests/end-of-file.ts', 'tests/contract/faults/make-fault.ts'],
    provide: { fault: Number(process.env['CAIRN_FAULT'] ?? 0), reachedFolder: '' },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
