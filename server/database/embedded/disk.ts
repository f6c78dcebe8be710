import { statfsSync } from 'node:fs';

/** The disk that holds the data is full. */
export class DiskFull extends Error {
  constructor(directory: string, options?: ErrorOptions) {
    super(`The disk that holds ${directory} is full. Free some space and start again; nothing was lost.`, options);
    this.name = 'DiskFull';
  }
}

/** PostgreSQL needs about this much for its first start and for one segment of its log. */
const NEEDED_BYTES = 64 * 1024 * 1024;

export function isDiskFull(text: string): boolean {
  return /No space left on device|ENOSPC|could not extend file|disk full/i.test(text);
}

/** @throws DiskFull before a first start that could not end */
export function requireSpace(directory: string): void {
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize < NEEDED_BYTES) throw new DiskFull(directory);
}
