// Files by their contents: the same file, uploaded twice, is kept once.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where a file with this SHA-256 is. */
export function storedFile(dataDirectory: string, sha256: string): string {
  return join(dataDirectory, 'files', sha256);
}

/** SHA-256 of a file in hexadecimal, and its bytes. */
export async function hashFile(file: string): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { sha256: hash.digest('hex'), size };
}

/** Puts a file into the store, which keeps the one that it has. The given file stays. */
export async function storeFile(dataDirectory: string, file: string, sha256: string): Promise<void> {
  const stored = storedFile(dataDirectory, sha256);
  await mkdir(dirname(stored), { recursive: true, mode: 0o700 });
  await link(file, stored).catch(async (error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    const [given, kept] = await Promise.all([stat(file), stat(stored)]);
    if (given.size === kept.size) return;
    // A crash of the machine cut the stored one.
    await rm(stored, { force: true });
    await link(file, stored);
  });
}
