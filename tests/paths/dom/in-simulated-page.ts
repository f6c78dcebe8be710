import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command, Walked } from '../walk-request.ts';

/** What the walk inside vitest leaves behind for who started it; what it threw, as words. */
export type Said = { walked: Walked } | { threw: string };

/** The page of this tier is made by vitest, so the command is carried out in there. Throws what it threw. */
export function inSimulatedPage(command: Command): Walked {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-paths-'));
  const file = join(folder, 'said.json');
  try {
    const run = spawnSync('npx', ['--no-install', 'vitest', 'run', '--project', 'paths'], {
      encoding: 'utf8',
      env: { ...process.env, PATHS_COMMAND: JSON.stringify(command), PATHS_SAID: file },
      shell: process.platform === 'win32',
    });
    if (!existsSync(file)) throw new Error(`The simulated page did not come up:\n${run.stdout}${run.stderr}`);
    const said = JSON.parse(readFileSync(file, 'utf8')) as Said;
    if ('threw' in said) throw new Error(said.threw);
    return said.walked;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
