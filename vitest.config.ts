import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { screenDocuments } from './engine/compile/vite-plugin.ts';
import { LongestFirst } from './tests/longest-first.ts';
import { keptModules } from './tests/kept-modules.ts';
import { fullBrowserFiles, quickBrowserFiles, slowFiles, slowPages, slowWalks } from './tests/slow-files.ts';

/** The built product in a browser: two files at a time, since a monitor's minute is waited for in real time. */
const browser = ['tests/browser/**/*.test.ts', 'tests/paths/browser/**/*.test.ts'];
/** What measures how long the product takes, or takes it to its bounds: alone on the machine. */
const product = ['tests/{product,faults}/**/*.test.ts'];
/** Paths in a simulated page: the page as it is built, since there are thousands of steps. */
const paths = ['tests/paths/dom/*.test.ts'];
/** The same for `npm run paths -- --tier dom` and for the Workbench, which say what to walk. */
const command =
  process.env['PATHS_COMMAND'] !== undefined
    ? ['tests/paths/dom/walk-command.ts']
    : process.env['PATHS_QUESTION'] !== undefined
      ? ['tests/paths/dom/walk-question.ts']
      : undefined;
/**
 * Ends a test that hangs: it says nothing of how fast the product is, which `product` and the benches measure. A machine may be four
 * times slower than another, and what a page or a server shows late is polled that long.
 */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };
/** `npm test` and `npm run test:slow` share the files, but for a few of `npm run test:full`; all else runs every file (`tests/depth.ts`). */
const isQuick = process.env['CAIRN_TESTS'] === 'quick';
const isSlow = process.env['CAIRN_TESTS'] === 'slow';
/** Files at a time: their tests wait for databases and timers, so a machine of two cores runs two. */
const maxWorkers = Math.max(2, availableParallelism() - 1);
const shared = { plugins: [screenDocuments(), keptModules] };
const setupFiles = ['tests/end-of-file.ts'];
/** Tests make many short-lived objects: with the usual room for them, garbage collection takes a tenth of the time. */
const execArgv = ['--max-semi-space-size=64'];
/** Tests of components, and of code that needs a DOM. */
const pages = ['{screens,src}/**/*.test.{ts,tsx}'];
/** Test files that replace modules, or the words of the console, and so share no modules with others. */
const isolated = [...filesWith(/\b(vi\.mock|vi\.resetModules|speak)\(/), 'api/client.test.ts'];

/** The test files that contain the pattern. The tests of `new:flow` copy this file without all of the folders. */
function filesWith(pattern: RegExp): string[] {
  const root = import.meta.dirname;
  return ['api', 'screens', 'server', 'src']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, String(file))))
    .filter((file) => /\.test\.tsx?$/.test(file) && pattern.test(readFileSync(join(root, file), 'utf8')));
}

export default defineConfig({
  test: {
    globalSetup: 'tests/server/shared-postgres.ts',
    // With this cache, a short walk in the simulated page takes two thirds of the time.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...shared,
        test: {
          name: 'code',
          maxWorkers,
          execArgv,
          ...patience,
          setupFiles,
          include: isSlow ? slowFiles : ['{engine,machines,api,server,agent,tests}/**/*.test.ts'],
          exclude: [...browser, ...product, ...paths, ...isolated, ...pages, ...(isQuick ? slowFiles : [])],
          // Files of one worker share their modules: loading them for each file took longer than the tests.
          isolate: false,
        },
      },
      {
        ...shared,
        test: {
          name: 'isolated',
          maxWorkers,
          execArgv,
          ...patience,
          setupFiles: [...setupFiles, 'tests/element-errors.ts'],
          include: isSlow ? isolated.filter((file) => slowPages.includes(file)) : isolated,
          exclude: isQuick ? slowPages : [],
          server: { deps: { inline: [/@rjsf\/mantine/] } },
        },
      },
      {
        ...shared,
        test: {
          name: 'pages',
          maxWorkers,
          execArgv,
          ...patience,
          setupFiles: [...setupFiles, 'tests/end-of-page.ts'],
          include: isSlow ? slowPages : pages,
          exclude: [...isolated, ...(isQuick ? slowPages : [])],
          isolate: false,
          server: { deps: { inline: [/@rjsf\/mantine/] } },
        },
      },
      {
        ...shared,
        resolve: { alias: { '#api/send-file.ts': join(import.meta.dirname, 'tests/paths/dom/sent-files.ts') } },
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'paths',
          maxWorkers,
          include: command ?? (isSlow ? slowWalks : paths),
          exclude: isQuick ? slowWalks : [],
          environment: 'jsdom',
          env: { NODE_ENV: 'production' },
          execArgv: ['--max-semi-space-size=96'],
        },
      },
      {
        ...shared,
        test: {
          name: 'browser',
          setupFiles: [...setupFiles, 'tests/end-of-browser-test.ts'],
          include: isQuick ? quickBrowserFiles : browser,
          exclude: isSlow ? [...quickBrowserFiles, ...fullBrowserFiles] : [],
          // `npm test` runs its few files beside the others, since the journey mostly waits for monitors to be checked.
          sequence: { groupOrder: isQuick ? 0 : 1 },
          env: { CAIRN_TEST_COPY_DATABASE: 'true' },
          isolate: false,
          maxWorkers: isQuick ? maxWorkers : 2,
          maxConcurrency: 3,
          ...patience,
        },
      },
      {
        ...shared,
        test: {
          name: 'product',
          include: isQuick ? [] : product,
          setupFiles,
          sequence: { groupOrder: 2 },
          fileParallelism: false,
          ...patience,
        },
      },
    ],
  },
});
