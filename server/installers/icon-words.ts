import { open } from 'node:fs/promises';
import { HEAD_BYTES, imageOf } from '../attachments/image-of.ts';

/** F05-29: pixels along a side. */
const MOST_SIDE = 32;

/** What is wrong with the icon in this file; undefined when nothing is. Its name says nothing: its bytes are looked at. */
export async function iconWords(file: string): Promise<string | undefined> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const image = imageOf(buffer.subarray(0, bytesRead));
    if (image === undefined) return 'Invalid file type';
    return Math.max(image.width, image.height) > MOST_SIDE ? 'The size should be max 32 x 32 pixels' : undefined;
  } finally {
    await handle.close();
  }
}
