// The program of the thread that judges a change to a screen and walks paths for the Workbench: the path generator with every machine, the
// testers' cases and the page of a report.
import { build, transform } from 'esbuild';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { forNode } from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Bundles it into one file. @param {string} outfile */
export async function buildGateProgram(outfile) {
  const flows = readdirSync(join(root, 'machines')).filter((id) => existsSync(join(root, 'machines', id, 'flow.ts')));
  const paths = flows.flatMap((id) => [
    `machines/${id}/flow.ts`,
    `schemas/${id}/flow.json`,
    ...readdirSync(join(root, 'tests/paths', id))
      .filter((file) => file.endsWith('.ts') && file !== 'browser.ts')
      .map((file) => `tests/paths/${id}/${file}`),
  ]);
  const modules = paths.map((path) => `  ${JSON.stringify(path)}: () => import('./${path}'),`);
  const report = join(root, 'tests/paths/report');
  const client = await transform(readFileSync(join(report, 'client.ts'), 'utf8'), { loader: 'ts' });
  const parts = JSON.stringify({ style: readFileSync(join(report, 'report.css'), 'utf8'), script: client.code });
  await build({
    ...forNode,
    absWorkingDir: root,
    alias: { ...forNode.alias, '#src': './src' },
    stdin: {
      contents: `import { runGate } from './tests/paths/gate/thread.ts';\nrunGate({\n${modules.join('\n')}\n}, ${parts});\n`,
      resolveDir: root,
      loader: 'ts',
    },
    outfile,
    keepNames: true,
    format: 'esm',
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
  });
}

/** @type {Promise<URL> | undefined} */
let bundled;

/** For a server that runs from its sources. @returns {Promise<URL>} the program; removed when the process ends. */
export function bundleGateProgram() {
  // Two folders below the root, as in `dist`: from there it finds the documents.
  const outfile = join(root, `node_modules/.cache/cairn-gate-${process.pid}.mjs`);
  bundled ??= buildGateProgram(outfile).then(() => {
    process.once('exit', () => rmSync(outfile, { force: true }));
    return pathToFileURL(outfile);
  });
  return bundled;
}
