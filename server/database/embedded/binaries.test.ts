import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findBinaries } from './binaries.ts';
import { runAsUser } from './run-as.ts';

const runAs = runAsUser('/none');
const installed = join(dirname(findBinaries(tmpdir(), runAs).program('postgres')), '..');
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cairn-binaries-'));
  chmodSync(directory, 0o711);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Creates an installed package in another folder. */
function packageIn(folder: string): string {
  mkdirSync(folder, { recursive: true });
  cpSync(join(installed, '../package.json'), join(folder, 'package.json'));
  cpSync(installed, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(folder, 'native');
}

describe('the programs of PostgreSQL', () => {
  it('get the library links that an install without scripts leaves out', () => {
    const native = packageIn(join(directory, 'package'));
    unlinkSync(join(native, 'lib/libpq.so.5'));
    const { program, environment } = findBinaries(directory, runAs, native);
    expect(existsSync(join(native, 'lib/libpq.so.5'))).toBe(true);
    expect(spawnSync(program('initdb'), ['--version'], { env: environment, encoding: 'utf8' }).stdout).toContain('18.');
  });

  it.skipIf(runAs.uid === undefined)(
    'are copied below the data directory where the user of PostgreSQL cannot reach them',
    () => {
      const home = join(directory, 'home');
      mkdirSync(home, { mode: 0o700 });
      const native = packageIn(join(home, 'package'));
      chmodSync(join(native, 'bin/postgres'), 0o700);
      chmodSync(join(native, 'lib'), 0o700);
      const data = join(directory, 'data');
      mkdirSync(data, { mode: 0o711 });
      const { program, environment } = findBinaries(data, runAs, native);
      expect(program('postgres').startsWith(data)).toBe(true);
      const run = spawnSync(program('initdb'), ['--version'], {
        env: environment,
        encoding: 'utf8',
        cwd: '/',
        ...runAs,
      });
      expect(run.stdout).toContain('18.');
    },
  );

  it.skipIf(runAs.uid === undefined)(
    'and a data directory that this user cannot reach either is refused with what to do',
    () => {
      const home = join(directory, 'home');
      const data = join(home, 'data');
      mkdirSync(data, { recursive: true, mode: 0o711 });
      chmodSync(home, 0o700);
      const native = packageIn(join(home, 'package'));
      expect(() => findBinaries(data, runAs, native)).toThrow(
        'Set CAIRN_DATA to a directory that every user may enter',
      );
    },
  );
});
