// The thread that reads import files, for a server that runs from its sources: bundled once for each process, since compiling its
// modules anew in every thread takes a second.
import { build } from 'esbuild';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const outfile = join(root, `node_modules/.cache/cairn/import-worker-${process.pid}.mjs`);

/** @type {Promise<URL> | undefined} */
let bundled;

/** @returns {Promise<URL>} the program of the thread; removed when the process ends. */
export function bundleImportWorker() {
  bundled ??= build({
    absWorkingDir: root,
    entryPoints: ['server/monitors/transfer/import-worker.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    alias: { '#engine': './engine', '#schemas': './schemas', '#api': './api', '#server': './server' },
    logLevel: 'warning',
  }).then(() => {
    process.once('exit', () => rmSync(outfile, { force: true }));
    return pathToFileURL(outfile);
  });
  return bundled;
}
