import { readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether a process runs under this pid; a zombie does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const state = statOf(pid)?.[0];
  return state !== 'Z' && state !== 'X';
}

/** Start time of the process, in the system's ticks; undefined on systems without /proc. Distinguishes a reused pid. */
export function startOf(pid: number): string | undefined {
  return statOf(pid)?.[19];
}

/** Working directory of the process; undefined on systems without /proc. */
export function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** The fields of /proc/<pid>/stat from the third (the state) on: the name before them may hold spaces and parentheses. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** Whether the process ended within this time. */
export async function waitForEnd(pid: number, milliseconds: number): Promise<boolean> {
  const until = Date.now() + milliseconds;
  while (Date.now() < until) {
    if (!isAlive(pid)) return true;
    await sleep(10);
  }
  return !isAlive(pid);
}
