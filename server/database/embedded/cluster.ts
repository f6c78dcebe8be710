import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { USER } from './access.ts';
import type { Binaries } from './binaries.ts';
import { DiskFull, isDiskFull, requireSpace } from './disk.ts';
import { give, unreachable, type RunAs } from './run-as.ts';

const MAJOR_VERSION = '18';

/**
 * Creates PostgreSQL's data directory on the first start: under a temporary name, then renamed, so that a crash
 * leaves no incomplete directory.
 * @throws DiskFull
 */
export function ensureCluster(cluster: string, binaries: Binaries, runAs: RunAs): void {
  const versionFile = join(cluster, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim();
    if (version === MAJOR_VERSION) return;
    throw new Error(
      `The data in ${cluster} is of PostgreSQL ${version}, and this Cairn comes with ${MAJOR_VERSION}. Export it with the Cairn that wrote it.`,
    );
  }
  const dataDirectory = join(cluster, '..');
  requireSpace(dataDirectory);
  const unfinished = `${cluster}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  give(unfinished, runAs);
  const options = [
    '-D',
    unfinished,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    '-U',
    USER,
    // Refuse everybody until `ensurePassword` has set a password.
    '--auth=reject',
  ];
  const run = spawnSync(binaries.program('initdb'), options, {
    env: binaries.environment,
    ...runAs,
    cwd: '/',
    encoding: 'utf8',
  });
  if (run.status !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    const words = `${run.stderr ?? ''}${run.stdout ?? ''}`;
    if (isDiskFull(words)) throw new DiskFull(dataDirectory);
    if (words.includes('could not look up effective user ID')) throw new Error(nameless());
    if (runAs.uid !== undefined && words.includes('Permission denied')) throw new Error(unreachable(dataDirectory));
    throw new Error(`PostgreSQL could not make its data directory: ${run.error?.message ?? words}`);
  }
  renameSync(unfinished, cluster);
}

/** The user id has no name, as in a container that is started with a bare id. */
function nameless(): string {
  return (
    `PostgreSQL does not run as a user without a name: add user ${process.getuid?.()} to /etc/passwd, ` +
    'or name an outside PostgreSQL with DATABASE_URL.'
  );
}
