import { readdirSync, readFileSync } from 'node:fs';

/** Seconds of one tick of /proc; 100 a second on every Linux that Node runs on. */
const tick = 0.01;

/** Fields of /proc/PID/stat from the third on. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Seconds of processor time of only this process. */
export function processorSeconds(pid: number): number {
  const fields = statOf(pid);
  return [11, 12].reduce((sum, at) => sum + Number(fields[at]), 0) * tick;
}

/** Processor time of all its descendants, including dead ones; PostgreSQL's processes are children of the server. */
export function processorSecondsBelow(pid: number): number {
  const children = childrenOf(pid);
  const own = (each: number) => {
    const fields = statOf(each);
    return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) * tick;
  };
  return children.reduce(
    (sum, child) => sum + guarded(() => own(child)) + guarded(() => processorSecondsBelow(child)),
    0,
  );
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => guarded(() => Number(statOf(each)[1])) === pid);
}

/** A process may end between two reads. */
function guarded(read: () => number): number {
  try {
    return read();
  } catch {
    return 0;
  }
}

/** Resident memory in megabytes. */
export function residentMegabytes(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) / 1000;
}
