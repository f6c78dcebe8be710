import { randomBytes } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, startOf } from './processes.ts';

/** Another server is using the same data directory. */
export class DirectoryInUse extends Error {
  constructor(
    readonly pid: number,
    directory: string,
  ) {
    super(
      `Another Cairn server (process ${pid}) is using ${directory}. End it, or set CAIRN_DATA to another directory.`,
    );
    this.name = 'DirectoryInUse';
  }
}

/**
 * Refuses a directory that another server uses, before the server's modules are loaded. A directory that cannot be read is not refused:
 * the start of the server reports the cause.
 * @throws DirectoryInUse
 */
export function refuseUsedDirectory(directory: string): void {
  let highest: number | undefined;
  try {
    highest = locksIn(directory).at(-1);
  } catch {
    return;
  }
  const holder = highest === undefined ? undefined : holderOf(join(directory, lockName(highest)));
  if (holder && holds(holder)) throw new DirectoryInUse(holder.pid, directory);
}

interface Holder {
  pid: number;
  start?: string | undefined;
}

const MOST_ATTEMPTS = 20;

/**
 * Locks the data directory for this process, or fails immediately with the holder's pid. Takes over a lock whose process has ended, even if
 * another process now has its pid. Returns the function that releases it.
 *
 * A lock is a file `server.lock.<n>`; the one with the highest number counts. To take over a stale lock, a process creates the next
 * number, which only one process can do, and removes the stale lock only afterwards. So when several servers
 * race at start, exactly one gets the highest number.
 * @throws DirectoryInUse
 */
export function lockDirectory(directory: string): () => void {
  const own = JSON.stringify({ pid: process.pid, start: startOf(process.pid) } satisfies Holder);
  // Write a temporary file and link it: the lock appears atomically with its content.
  const aside = join(directory, `server.lock-${process.pid}-${randomBytes(4).toString('hex')}`);
  const lock = (number: number) => join(directory, lockName(number));
  writeFileSync(aside, own, { mode: 0o600, flush: true });
  try {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const highest = locksIn(directory).at(-1) ?? 0;
      const holder = highest > 0 ? holderOf(lock(highest)) : undefined;
      if (holder && holds(holder)) throw new DirectoryInUse(holder.pid, directory);
      if (!link(aside, lock(highest + 1))) continue;
      const locks = locksIn(directory);
      if (locks.at(-1) !== highest + 1) {
        rmSync(lock(highest + 1));
        continue;
      }
      for (const old of locks.slice(0, -1)) rmSync(lock(old), { force: true });
      return () => writeFileSync(lock(highest + 1), '');
    }
  } finally {
    rmSync(aside, { force: true });
  }
  throw new Error(`The lock of ${directory} could not be taken`);
}

const lockName = (number: number) => `server.lock.${number}`;

function locksIn(directory: string): number[] {
  return readdirSync(directory)
    .flatMap((name) => /^server\.lock\.(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((left, right) => left - right);
}

/** Undefined for a released lock. */
function holderOf(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function holds(holder: Holder): boolean {
  return isAlive(holder.pid) && (holder.start === undefined || startOf(holder.pid) === holder.start);
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
