import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { screenDocuments } from './engine/compile/vite-plugin.ts';

/** The built product in a browser: two files at a time, since a monitor's minute is waited for in real time. */
const browser = ['tests/browser/**/*.test.ts', 'tests/paths/browser/**/*.test.ts'];
/** What measures how long the product takes, or takes it to its bounds: alone on the machine. */
const product = ['tests/{product,faults}/**/*.test.ts'];
/** Paths in a simulated page: the page as it is built, since there are thousands of steps. */
const paths = ['tests/paths/dom/*.test.ts'];
/** The same for `npm run paths -- --tier dom`, which says what to walk. */
const command = process.env['PATHS_COMMAND'] === undefined ? undefined : ['tests/paths/dom/walk-command.ts'];
const patience = { testTimeout: 120_000, hookTimeout: 120_000 };
/** Files at a time: their tests wait for databases and timers, so a machine of two cores runs two. */
const maxWorkers = Math.max(2, availableParallelism() - 1);
const shared = { plugins: [screenDocuments()] };

export default defineConfig({
  test: {
    globalSetup: 'tests/server/shared-postgres.ts',
    projects: [
      {
        ...shared,
        test: {
          name: 'code',
          maxWorkers,
          // Ends a test that hangs. How fast the product is, is measured by `product` and the benches.
          testTimeout: 20_000,
          include: ['{engine,machines,screens,api,src,server,agent,tests}/**/*.test.{ts,tsx}'],
          exclude: [...browser, ...product, ...paths],
          server: { deps: { inline: [/@rjsf\/mantine/] } },
        },
      },
      {
        ...shared,
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'paths',
          maxWorkers,
          include: command ?? paths,
          environment: 'jsdom',
          env: { NODE_ENV: 'production' },
          // A page of a moment is a lot of short-lived objects: with little room for them, clearing up takes a fifth of the time.
          execArgv: ['--max-semi-space-size=96'],
        },
      },
      {
        ...shared,
        test: {
          name: 'browser',
          include: browser,
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
          maxConcurrency: 3,
          ...patience,
        },
      },
      {
        ...shared,
        test: { name: 'product', include: product, sequence: { groupOrder: 2 }, fileParallelism: false, ...patience },
      },
    ],
  },
});
