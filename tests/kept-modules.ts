import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Compiled from its own text and from the screens in its folder: it gets a rule for each of their custom fields. */
const manifest = /[/\\]schemas[/\\][^/\\]+[/\\]flow\.json$/;

/** Defines the import aliases (`#engine/…`). */
const aliases = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');

/** vitest caches transformed modules by their own text, so it must not cache a module that is compiled from other files as well. */
export const keptModules: Plugin = {
  name: 'cairn-kept-modules',
  configureVitest({ experimental_defineCacheKeyGenerator: defineKey }) {
    defineKey(({ id }) => (manifest.test(id) ? false : aliases));
  },
};
