import { expect, it } from 'vitest';
import { bandsAt, type Band } from './bands.ts';

const band = (from: number, to: number): Band => ({ kind: 'alert', from, to, open: false, title: '', text: '' });

it('finds every band at an instant, and a short one from beside it', () => {
  const bands = [band(100, 200), band(150, 160), band(500, 500)];
  expect(bandsAt(bands, 155, 0)).toEqual([bands[0], bands[1]]);
  expect(bandsAt(bands, 300, 10)).toEqual([]);
  expect(bandsAt(bands, 495, 10)).toEqual([bands[2]]);
});
