/** An image that a browser shows without running anything: its media type, and its size in pixels. */
export interface Image {
  type: (typeof imageTypes)[number];
  width: number;
  height: number;
}

/** SVG is not among them: it may hold scripts. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
/** Bytes of the beginning of a file in which its image is looked for. */
export const HEAD_BYTES = 256 * 1024;

/** What the first bytes of a file say, whatever its name is; undefined for anything but such an image. */
export function imageOf(head: Buffer): Image | undefined {
  const found = readPng(head) ?? readGif(head) ?? readWebp(head) ?? readJpeg(head);
  return found !== undefined && found.width > 0 && found.height > 0 ? found : undefined;
}

function begins(head: Buffer, text: string, at = 0): boolean {
  return head.subarray(at, at + text.length).toString('latin1') === text;
}

/** https://www.w3.org/TR/png-3/#11IHDR */
function readPng(head: Buffer): Image | undefined {
  if (head.length < 24 || !begins(head, '\x89PNG\r\n\x1a\n') || !begins(head, 'IHDR', 12)) return undefined;
  return { type: 'image/png', width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
}

/** https://www.w3.org/Graphics/GIF/spec-gif89a.txt, section 18 */
function readGif(head: Buffer): Image | undefined {
  if (head.length < 10 || !(begins(head, 'GIF87a') || begins(head, 'GIF89a'))) return undefined;
  return { type: 'image/gif', width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function readWebp(head: Buffer): Image | undefined {
  if (head.length < 30 || !begins(head, 'RIFF') || !begins(head, 'WEBP', 8)) return undefined;
  const type = 'image/webp';
  if (begins(head, 'VP8X', 12)) return { type, width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
  if (begins(head, 'VP8L', 12)) {
    const bits = head.readUInt32LE(21);
    return { type, width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (!begins(head, 'VP8 ', 12)) return undefined;
  return { type, width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
}

/** The segments of a JPEG that say its size: SOF0 to SOF15 without DHT, JPG and DAC (ITU-T T.81, B.2.2). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function readJpeg(head: Buffer): Image | undefined {
  if (!begins(head, '\xff\xd8\xff')) return undefined;
  for (let at = 2; at + 9 <= head.length;) {
    if (head[at] !== 0xff) return undefined;
    const marker = head.readUInt8(at + 1);
    if (isFrame(marker))
      return { type: 'image/jpeg', width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) };
    // A length counts its own two bytes: less would read the same place again.
    at += 2 + Math.max(2, head.readUInt16BE(at + 2));
  }
  return undefined;
}
