import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Larger than the data that a file system can store inline in an inode, so that a full disk refuses it. */
const PROBE = Buffer.alloc(64 * 1024, 'cairn');
const KEPT_MS = 5000;

/** Whether a small file can be written to the data directory; the result is cached for five seconds. */
export function createDiskProbe(dataDirectory: string, now: () => number = () => performance.now()) {
  let answer: Promise<boolean> | undefined;
  let askedAt = -Infinity;
  return function takesFile(): Promise<boolean> {
    if (answer && now() - askedAt < KEPT_MS) return answer;
    askedAt = now();
    answer = probe(join(dataDirectory, `.probe-${process.pid}`));
    return answer;
  };
}

async function probe(path: string): Promise<boolean> {
  try {
    await writeFile(path, PROBE, { flush: true });
    return true;
  } catch {
    return false;
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}
