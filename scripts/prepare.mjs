// What `npm start` and `npm test` do before their own work, with nothing but Node: dependencies and build, when missing or stale.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const installStamp = join(root, 'node_modules', '.cairn-installed');
const buildStamp = join(root, 'dist', '.built');
/** What the build is made of. */
const sources = [
  'agent',
  'api',
  'engine',
  'machines',
  'schemas',
  'screens',
  'server',
  'src',
  'scripts/build.mjs',
  'scripts/bundle.mjs',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
];

const seconds = (begun) => `${((performance.now() - begun) / 1000).toFixed(1)} s`;

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Cairn needs Node 20.19 or later; this is ${process.versions.node}.`);
  process.exit(1);
}

function filesBelow(path) {
  const full = join(root, path);
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesBelow)) {
    if (/\.test\.tsx?$/.test(path)) continue;
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

function isCurrent(stamp, hash) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

function leave(stamp, hash) {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

/**
 * Whether node_modules holds what package-lock.json says, by npm's own record of what it installed. So a person who ran
 * `npm install` is not made to wait for it again, and node_modules is never emptied below a program that runs from it.
 */
function isInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;
  const installed = packagesOf(record);
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(([path, wanted]) => {
    if (path === '') return true;
    if (installed[path] === undefined) return wanted.optional === true || wanted.devOptional === true;
    return installed[path].version === wanted.version;
  });
}

/** Installs the dependencies of package-lock.json unless they are there. */
export async function ensureInstalled({ say = console.log } = {}) {
  requireNode();
  const hash = hashOf(['package-lock.json']);
  if (isCurrent(installStamp, hash)) return;
  if (isInstalled()) return leave(installStamp, hash);
  const begun = performance.now();
  say(
    existsSync(join(root, 'node_modules'))
      ? 'The dependencies changed: installing …'
      : 'First start: installing the dependencies (a minute or so) …',
  );
  // Not `npm ci`: it refuses a lock file that was made where the packages of other platforms could not be had.
  const run = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (run.status !== 0) {
    console.error(
      'The dependencies could not be installed. Check the network and the registry that npm uses, then try again.',
    );
    process.exit(1);
  }
  leave(installStamp, hash);
  say(`Installed in ${seconds(begun)}.`);
}

/**
 * How the built server is started. Room for what lives for one request: in the 16 MB that Node gives by itself it is still
 * in use when they are full, and is copied again and again; that took a quarter of a busy server's time, now a tenth.
 */
export const serverArguments = ['--max-semi-space-size=32', 'dist/server/main.js'];

/** Builds the console, the server and the agent unless dist/ is made of these very sources. */
export async function ensureBuilt({ say = console.log } = {}) {
  const hash = hashOf(sources);
  if (isCurrent(buildStamp, hash)) return;
  const begun = performance.now();
  say('Building …');
  const run = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (run.status !== 0) {
    console.error('The build failed.');
    process.exit(1);
  }
  leave(buildStamp, hash);
  say(`Built in ${seconds(begun)}.`);
}
