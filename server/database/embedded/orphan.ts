import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, isAlive, waitForEnd } from './processes.ts';

/** Signals in order of severity, each with the time to wait before the next. */
const signals = [
  ['SIGINT', 5000],
  ['SIGQUIT', 5000],
  ['SIGKILL', 2000],
] as const;

/**
 * Stops the PostgreSQL that a killed server left running, so that a new one can start. Leaves the process alone when its pid
 * now belongs to another program. The caller must hold the directory's lock.
 */
export async function stopOrphan(cluster: string, say: (words: string) => void): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const text = readText(file);
  const pid = Number(text?.split('\n')[0]);
  if (text === undefined || !Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return;
  if (!worksIn(pid, cluster)) {
    // PostgreSQL would mistake the other program for itself and refuse to start; it ignores its parent's pid. Keep the other
    // lines: with them it finds sessions that outlived a killed PostgreSQL.
    writeFileSync(file, text.replace(/^.*/, String(process.pid)));
    return;
  }
  say(`Stopping PostgreSQL (process ${pid}) that an earlier server left behind`);
  for (const [signal, wait] of signals) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has just ended.
    }
    if (await waitForEnd(pid, wait)) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) of an earlier server could not be stopped`);
}

/** PostgreSQL's working directory is its data directory, which distinguishes it from every other process. */
function worksIn(pid: number, cluster: string): boolean {
  const folder = folderOf(pid);
  if (folder !== undefined) return folder === realpathSync(cluster);
  const command = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  return command.includes('postgres') && command.includes(cluster);
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
