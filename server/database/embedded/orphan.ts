import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, isAlive, waitForEnd } from './processes.ts';

/** How long each way of asking has before the next, rougher one. */
const signals = [
  ['SIGINT', 5000],
  ['SIGQUIT', 5000],
  ['SIGKILL', 2000],
] as const;

/**
 * A server that was killed leaves its PostgreSQL running; nobody else may use it, so it is stopped and started anew. A pid that
 * belongs to another program by now is left alone. The caller holds the directory's lock.
 */
export async function stopOrphan(cluster: string, say: (words: string) => void): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const text = readText(file);
  const pid = Number(text?.split('\n')[0]);
  if (text === undefined || !Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return;
  if (!worksIn(pid, cluster)) {
    // PostgreSQL would take the stranger for itself and refuse to start; the pid of its parent it knows to be none. The other
    // lines stay, since by them it finds sessions that outlived a killed PostgreSQL.
    writeFileSync(file, text.replace(/^.*/, String(process.pid)));
    return;
  }
  say(`Stopping PostgreSQL (process ${pid}) that an earlier server left behind`);
  for (const [signal, wait] of signals) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended just now.
    }
    if (await waitForEnd(pid, wait)) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) of an earlier server could not be stopped`);
}

/** PostgreSQL works in its data directory, so the folder tells it from every other process, and from other PostgreSQLs. */
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
