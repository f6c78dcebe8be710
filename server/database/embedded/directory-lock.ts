import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, startOf } from './processes.ts';

/** Another server works on the same data directory. */
export class DirectoryInUse extends Error {
  constructor(
    readonly pid: number,
    directory: string,
  ) {
    super(`Another Cairn server (process ${pid}) is using ${directory}. End it, or set CAIRN_DATA to another directory.`);
    this.name = 'DirectoryInUse';
  }
}

interface Holder {
  pid: number;
  start?: string | undefined;
}

function read(path: string): { text: string; holder: Holder | undefined } | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    try {
      return { text, holder: JSON.parse(text) as Holder };
    } catch {
      return { text, holder: undefined };
    }
  } catch {
    return undefined;
  }
}

function holds(holder: Holder): boolean {
  return isAlive(holder.pid) && (holder.start === undefined || startOf(holder.pid) === holder.start);
}

/**
 * Takes the data directory for this process, or says at once who has it. A lock whose process is gone, or whose pid belongs to
 * another process by now, is taken over. Answers how to give it back.
 */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, 'server.lock');
  const own = JSON.stringify({ pid: process.pid, start: startOf(process.pid) } satisfies Holder);
  for (let attempt = 0; attempt < 10; attempt++) {
    try {
      writeFileSync(path, own, { flag: 'wx', mode: 0o600 });
      return () => {
        if (read(path)?.text === own) rmSync(path, { force: true });
      };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const found = read(path);
    if (!found) continue;
    if (found.holder && holds(found.holder)) throw new DirectoryInUse(found.holder.pid, directory);
    // Of two that find the same stale lock, one moves it away; the other must not move away the new one.
    const aside = `${path}.${process.pid}`;
    try {
      renameSync(path, aside);
    } catch {
      continue;
    }
    const moved = read(aside);
    if (moved && moved.text !== found.text) renameSync(aside, path);
    else rmSync(aside, { force: true });
  }
  throw new Error(`The lock ${path} could not be taken`);
}
