import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** A manifest has a rule for each custom field of the screens beside it. */
const manifest = /[/\\]schemas[/\\][^/\\]+[/\\]flow\.json$/;

/** Says what the aliases of the project's own modules stand for. */
const aliases = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');

/** vitest keeps transformed modules from one run to the next by their own text, and may keep none that is made of other files too. */
export const keptModules: Plugin = {
  name: 'cairn-kept-modules',
  configureVitest({ experimental_defineCacheKeyGenerator: defineKey }) {
    defineKey(({ id }) => (manifest.test(id) ? false : aliases));
  },
};
