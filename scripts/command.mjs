// `npm run backup`, `npm run restore`, `npm run audit:verify`, `npm run admin`: a command of the built server, beside a running one or without it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
await ensureInstalled();
await ensureBuilt();
// In the caller's folder, so that a file may be named from there.
const run = spawnSync(process.execPath, [`${root}/dist/server/command.js`, ...process.argv.slice(2)], {
  cwd: process.env.INIT_CWD ?? process.cwd(),
  stdio: 'inherit',
});
process.exit(run.status ?? 1);
