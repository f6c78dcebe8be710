import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** More than a file system keeps beside a file's name, so that a full disk refuses it. */
const PROBE = Buffer.alloc(64 * 1024, 'cairn');
const KEPT_MS = 5000;

/** Whether the disk of the data directory takes a small file; asked at most every five seconds, whoever asks how often. */
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
