// `npm start`: on a machine with Node and npm alone it installs, builds and starts Cairn, and prints the link.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, ensureInstalled, serverArguments } from './prepare.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
await ensureInstalled();
await ensureBuilt();

console.log('Starting …');
const server = spawn(process.execPath, serverArguments, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, CAIRN_LOG_LEVEL: process.env.CAIRN_LOG_LEVEL ?? 'warn' },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
// npm passes a signal on to the shell between it and us, which ends without a word: then nobody would be left to end the server.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => {
    if (process.ppid !== parent) server.kill('SIGTERM');
  }, 500).unref();
}
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
