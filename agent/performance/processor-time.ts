import { cpus } from 'node:os';
import { readText } from '../inventory/read-text.ts';

/** Processor time since the start, in a unit of the platform. */
export interface ProcessorTime {
  idle: number;
  total: number;
}

/** The first line of `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal; guest time is part of user time. */
export function processorTimeFrom(stat: string): ProcessorTime | undefined {
  const line = stat.split('\n').find((each) => each.startsWith('cpu ')) ?? '';
  const times = line.split(' ').filter(Boolean).slice(1, 9).map(Number);
  if (times.length < 4 || !times.every(Number.isFinite)) return undefined;
  const [, , , idle = 0, waiting = 0] = times;
  return { idle: idle + waiting, total: times.reduce((sum, time) => sum + time, 0) };
}

/** Elsewhere than on Linux from Node, which knows no time of waiting for a disk. */
export async function readProcessorTime(): Promise<ProcessorTime> {
  const read = process.platform === 'linux' ? processorTimeFrom(await readText('/proc/stat')) : undefined;
  if (read) return read;
  const times = cpus().map((core) => core.times);
  const idle = times.reduce((sum, time) => sum + time.idle, 0);
  const total = times.reduce((sum, time) => sum + time.user + time.nice + time.sys + time.idle + time.irq, 0);
  return { idle, total };
}

/** The share that was not idle between two readings; null where the counters did not go on. */
export function busyShare(before: ProcessorTime, after: ProcessorTime): number | null {
  const total = after.total - before.total;
  const idle = after.idle - before.idle;
  // The kernel may set the time of waiting back a little.
  return total > 0 && idle >= -total ? Math.min(1, Math.max(0, 1 - idle / total)) : null;
}
