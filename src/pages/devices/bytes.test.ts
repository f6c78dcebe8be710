import { expect, it } from 'vitest';
import { bytesText } from './bytes.ts';

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KiB'],
  [25_276_502_016, '23.5 GiB'],
  [274_877_906_944, '256 GiB'],
  [1.5 * 1024 ** 4, '1.5 TiB'],
])('writes %d bytes as %s', (bytes, text) => {
  expect(bytesText(bytes, String)).toBe(text);
});
