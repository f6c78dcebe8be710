import { expect, it } from 'vitest';
import { diffLines } from './line-diff.ts';

const told = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`);

it('tells the lines that a version adds and removes', () => {
  expect(told('a\nb\nc\nd', 'a\nc\nx\nd')).toEqual([' a', '-b', ' c', '+x', ' d']);
  expect(told('same', 'same')).toEqual([' same']);
  expect(told('', 'new')).toEqual(['-', '+new']);
  expect(told('a\na', 'a\na\na')).toEqual([' a', ' a', '+a']);
});
