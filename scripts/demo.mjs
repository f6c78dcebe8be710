// `npm run demo`: Cairn with a simulated customer, on a data directory of its own (docs/demo.md).
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
await ensureInstalled();
await ensureBuilt();

const demo = spawn(process.execPath, ['--import', 'tsx', 'demo/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => demo.kill(signal));
// npm passes a signal on to the shell between it and us, which ends without a word: then nobody would be left to end the demo.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => {
    if (process.ppid !== parent) demo.kill('SIGTERM');
  }, 500).unref();
}
demo.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
