// `npm run build`: the console by vite, the server and the agent each as one file by esbuild; the server's packages stay in node_modules.
import { build as bundle } from 'esbuild';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build as buildConsole } from 'vite';

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

const shared = {
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // `#server/…` and its like are ours, not packages.
  alias: Object.fromEntries(
    ['engine', 'schemas', 'machines', 'api', 'server', 'agent'].map((name) => [`#${name}`, `./${name}`]),
  ),
  sourcemap: 'linked',
  logLevel: 'warning',
};
await bundle({ ...shared, entryPoints: { 'server/main': 'server/main.ts' }, packages: 'external' });
// A device has Node and this one file, so the agent's packages are inside. They are CommonJS and ask for Node's modules by `require`.
await bundle({
  ...shared,
  entryPoints: { 'agent/main': 'agent/main.ts' },
  external: ['bufferutil', 'utf-8-validate'],
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
});
