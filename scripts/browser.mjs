// Finds a Chromium for the browser tests: CHROMIUM_PATH, an installed one, playwright's own; on Debian as root it installs the package.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

function runs(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Chromium without a window to draw, as Debian packages it: the same engine, and a fifth less work for a page. */
const windowless = 'chromium-headless-shell';

async function installed(shell) {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) {
    if (!runs(wanted)) throw new Error(`CHROMIUM_PATH names ${wanted}, which cannot be run`);
    return wanted;
  }
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = (name) => folders.map((folder) => join(folder, name));
  const found = [...(shell ? onPath(windowless) : []), ...names.flatMap(onPath), ...places].find(runs);
  if (found) return found;
  const { chromium } = await import('playwright-core');
  const own = chromium.executablePath();
  return own && existsSync(own) ? own : undefined;
}

function isDebian() {
  return (
    existsSync('/etc/debian_version') ||
    (existsSync('/etc/os-release') && /ID_LIKE=.*debian/.test(readFileSync('/etc/os-release', 'utf8')))
  );
}

/**
 * The path of a browser, or undefined with one line said about what to do. `shell` takes one without a window where there
 * is one: for tests, not for what is measured.
 */
export async function findBrowser({ install = true, shell = false, say = console.log } = {}) {
  const found = await installed(shell);
  if (found) return found;
  if (install && isDebian() && process.getuid?.() === 0) {
    say('No browser found: installing the package chromium …');
    for (const rest of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
      const run = spawnSync('apt-get', rest, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
      if (run.status !== 0) break;
    }
    const now = await installed(shell);
    if (now) return now;
  }
  say(
    'No browser found. Install Chromium or Chrome, or run `npx playwright-core install chromium`, or set CHROMIUM_PATH.',
  );
  return undefined;
}

/** Flags for a headless run that opens no connection of its own. */
export const browserFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
