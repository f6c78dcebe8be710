import { statfsSync } from 'node:fs';

/** The disk that holds the data is full. */
export class DiskFull extends Error {
  constructor(directory: string, options?: ErrorOptions) {
    super(`The disk that holds ${directory} is full. Free some space and start again; nothing was lost.`, options);
    this.name = 'DiskFull';
  }
}

/** Disk space of a first start, including one segment of PostgreSQL's write-ahead log. */
const FIRST_START_BYTES = 64 * 1024 * 1024;

export function isDiskFull(words: string): boolean {
  return /No space left on device|ENOSPC|disk full/i.test(words);
}

/** @throws DiskFull when the space does not suffice for a first start */
export function requireSpace(directory: string): void {
  if (freeBytes(directory) < FIRST_START_BYTES) throw new DiskFull(directory);
}

export function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}
