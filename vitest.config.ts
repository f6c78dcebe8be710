import { defineConfig } from 'vitest/config';
import { screenDocuments } from './engine/compile/vite-plugin.ts';

/** What starts the built product or a browser: one file at a time, so that two never fight for the machine. */
const product = ['tests/{browser,product,faults}/**/*.test.ts'];
const shared = { plugins: [screenDocuments()] };

export default defineConfig({
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: 'code',
          include: ['{engine,machines,screens,api,src,server,agent,tests}/**/*.test.{ts,tsx}'],
          exclude: product,
          server: { deps: { inline: [/@rjsf\/mantine/] } },
        },
      },
      {
        ...shared,
        test: { name: 'product', include: product, fileParallelism: false, testTimeout: 120_000, hookTimeout: 120_000 },
      },
    ],
  },
});
