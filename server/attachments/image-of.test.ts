import { expect, it } from 'vitest';
import { gif, jpeg, png, webp } from '#tests/fixtures/images.ts';
import { imageOf } from './image-of.ts';

it.each([
  ['image/png', png(32, 16)],
  ['image/gif', gif(32, 16)],
  ['image/jpeg', jpeg(32, 16)],
  ['image/webp', webp(32, 16)],
] as const)('reads type and pixels of %s from its bytes (C19-06)', (type, bytes) => {
  expect(imageOf(bytes)).toEqual({ type, width: 32, height: 16 });
  // A file that was cut is no image yet, and breaks nothing.
  for (let end = 0; end < Math.min(bytes.length, 24); end += 1)
    expect(imageOf(bytes.subarray(0, end))?.width ?? 32, `${end} bytes`).toBe(32);
});

it.each([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['HTML after the beginning of a GIF without pixels', 'GIF89a\0\0\0\0<script>alert(1)</script>'],
  ['a JPEG whose segments have no length', `\xff\xd8\xff\xe0\0\0${'\0'.repeat(100)}`],
  ['a PNG without its header', '\x89PNG\r\n\x1a\n\0\0\0\rTEXT\0\0\0\x20\0\0\0\x20'],
  ['nothing', ''],
])('is no image: %s', (_what, text) => {
  expect(imageOf(Buffer.from(text, 'latin1'))).toBeUndefined();
});
