import { expect, it } from 'vitest';
import { rateText } from './bits.ts';

it.each([
  [0, '0 bit/s'],
  [999, '999 bit/s'],
  [1240, '1.24 kb/s'],
  [12_340_000, '12.3 Mb/s'],
  [1e9, '1 Gb/s'],
  [4e14, '400 Tb/s'],
])('writes %d bits a second as %s', (bits, text) => {
  expect(rateText(bits, 'en-US')).toBe(text);
});
