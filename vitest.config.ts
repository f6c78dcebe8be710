import { defineConfig } from 'vitest/config';
import { screenDocuments } from './engine/compile/vite-plugin.ts';

/** What starts the built product or a browser: one file at a time, so that two never fight for the machine. */
const product = ['tests/{browser,product,faults}/**/*.test.ts', 'tests/paths/browser/**/*.test.ts'];
/** Paths in a simulated page: the page as it is built, since there are thousands of steps. */
const paths = ['tests/paths/dom/*.test.ts'];
/** The same for `npm run paths -- --tier dom`, which says what to walk. */
const command = process.env['PATHS_COMMAND'] === undefined ? undefined : ['tests/paths/dom/walk-command.ts'];
const shared = { plugins: [screenDocuments()] };

export default defineConfig({
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: 'code',
          include: ['{engine,machines,screens,api,src,server,agent,tests}/**/*.test.{ts,tsx}'],
          exclude: [...product, ...paths],
          server: { deps: { inline: [/@rjsf\/mantine/] } },
        },
      },
      {
        ...shared,
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'paths',
          include: command ?? paths,
          environment: 'jsdom',
          env: { NODE_ENV: 'production' },
          // A page of a moment is a lot of short-lived objects: with little room for them, clearing up takes a fifth of the time.
          execArgv: ['--max-semi-space-size=96'],
        },
      },
      {
        ...shared,
        test: { name: 'product', include: product, fileParallelism: false, testTimeout: 120_000, hookTimeout: 120_000 },
      },
    ],
  },
});
