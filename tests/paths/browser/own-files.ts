// Files as answers spell them (`chosen-file.ts`), on the disk, for who chooses them.
import { mkdir, mkdtemp, open, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { readChosenFile } from '#engine/vocabulary/chosen-file.ts';

/** A PNG of one pixel. What follows its end says nothing. */
const icon = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const images = new Set(['.png', '.jpg', '.jpeg', '.gif', '.webp']);

export interface OwnFiles {
  /** Where the file of this answer lies: with its name, size and time, and as a picture if it is called one. */
  at(answer: string): Promise<string>;
  remove(): Promise<void>;
}

export async function ownFiles(): Promise<OwnFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-chosen-'));
  return {
    async at(answer) {
      const file = readChosenFile(answer);
      if (file === undefined) throw new Error(`"${answer}" spells no file`);
      const { name, size, modified } = file;
      const own = join(folder, `${size}-${modified}`);
      await mkdir(own, { recursive: true });
      const path = join(own, name);
      const handle = await open(path, 'w');
      try {
        if (images.has(extname(name).toLowerCase())) await handle.write(icon.subarray(0, size));
        // Takes no room on the disk, however large it is.
        await handle.truncate(size);
      } finally {
        await handle.close();
      }
      await utimes(path, modified / 1000, modified / 1000);
      return path;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
