// vitest runs this before each test file in a browser: a test that fails prints what its pages show.
import { afterEach } from 'vitest';
import { whatPagesShow } from './browser/what-pages-show.ts';

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') for (const page of await whatPagesShow()) console.error(page);
});
