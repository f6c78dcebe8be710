// The programs of the server's threads, for a server that runs from its sources: each bundled once for the process, since compiling
// its modules anew in every thread takes a second.
import { build } from 'esbuild';
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { forNode } from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @type {Map<string, Promise<URL>>} */
const bundled = new Map();

/**
 * @param {string} entry `server/studio/text-worker.ts`
 * @returns {Promise<URL>} the program of the thread; removed when the process ends.
 */
export function bundleThread(entry) {
  // Two folders below the root, as in `dist`: from there it finds the documents.
  const outfile = join(root, `node_modules/.cache/cairn-${basename(entry, '.ts')}-${process.pid}.mjs`);
  const program =
    bundled.get(entry) ??
    build({
      ...forNode,
      absWorkingDir: root,
      entryPoints: [entry],
      outfile,
      format: 'esm',
      banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
    }).then(() => {
      process.once('exit', () => rmSync(outfile, { force: true }));
      return pathToFileURL(outfile);
    });
  bundled.set(entry, program);
  return program;
}
