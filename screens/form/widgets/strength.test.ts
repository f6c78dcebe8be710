import { expect, it } from 'vitest';
import { strengthOf } from './strength.ts';

it.each([
  ['', 0],
  ['aaaaaaaaaaaaaaaa', 1],
  ['password', 1],
  ['Password1', 1],
  ['kestrel', 1],
  ['kestrel moon', 3],
  ['kestrel moon over 9 fjords', 4],
])('%j is of strength %i', (password, strength) => {
  expect(strengthOf(password)).toBe(strength);
});
