import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the bytes of a large upload are until they are taken. */
export function uploadFile(dataDirectory: string, id: string): string {
  return join(dataDirectory, 'uploads', id);
}

/** Writes bytes at their place, and returns once the disk has them. */
export async function writePiece(file: string, at: number, parts: readonly Buffer[]): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
  const handle = await open(file, at === 0 ? 'w' : 'r+', 0o600);
  try {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const { bytesWritten } = await handle.writev(parts, at);
    // The system may take less at once.
    const rest = bytesWritten < length ? Buffer.concat(parts).subarray(bytesWritten) : Buffer.alloc(0);
    for (let written = 0; written < rest.length;)
      written += (await handle.write(rest, written, rest.length - written, at + bytesWritten + written)).bytesWritten;
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** Removes files of a folder that nobody knows and that nobody touched for a day. */
export async function dropUnknownFiles(
  folder: string,
  isKnown: (name: string) => Promise<boolean>,
  now: Date,
): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const file = join(folder, name);
    const stats = await stat(file).catch(() => undefined);
    if (!stats?.isFile() || now.getTime() - stats.mtimeMs < 24 * 3_600_000 || (await isKnown(name))) continue;
    await rm(file, { force: true });
  }
}
