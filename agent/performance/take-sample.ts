import { freemem, totalmem } from 'node:os';
import { mostVolumes, type PerformanceSample } from '#api/contract/agent-methods/performance.ts';
import { bounded } from '../inventory/bounded.ts';
import { availableFrom } from '../inventory/linux.ts';
import { readText } from '../inventory/read-text.ts';
import { fixedVolumes } from '../inventory/volumes.ts';
import { busyShare, readProcessorTime, type ProcessorTime } from './processor-time.ts';

/** Reads samples; each tells of the time since the one before, the first of the time since this was called. */
export function createSampleReader(): () => Promise<PerformanceSample> {
  let before: Promise<ProcessorTime> = readProcessorTime();
  return async () => {
    const last = await before;
    const now = await readProcessorTime();
    before = Promise.resolve(now);
    return {
      at: new Date().toISOString(),
      cpu: rounded(busyShare(last, now)),
      memory: rounded(await usedMemory()),
      volumes: await readVolumes(),
    };
  };
}

async function usedMemory(): Promise<number | null> {
  const available = process.platform === 'linux' ? availableFrom(await readText('/proc/meminfo')) : undefined;
  const total = totalmem();
  return total > 0 ? Math.min(1, Math.max(0, 1 - (available ?? freemem()) / total)) : null;
}

async function readVolumes(): Promise<PerformanceSample['volumes']> {
  const volumes = (await fixedVolumes()).flatMap(({ mountPoint, totalBytes, freeBytes }) => {
    const mount = bounded(mountPoint, 100);
    return mount === '' || totalBytes === 0
      ? []
      : [{ mount, size: totalBytes, used: Math.max(0, totalBytes - freeBytes) }];
  });
  return volumes.slice(0, mostVolumes);
}

/** A tenth of a per cent is enough to see, and short to send. */
const rounded = (share: number | null): number | null => (share === null ? null : Math.round(share * 1000) / 1000);
