import { expect, it } from 'vitest';
import { diffLines } from './line-diff.ts';
import { addPart, type OutputLine } from './use-output.ts';

const told = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`);

it('tells the lines that a version adds and removes', () => {
  expect(told('a\nb\nc\nd', 'a\nc\nx\nd')).toEqual([' a', '-b', ' c', '+x', ' d']);
  expect(told('same', 'same')).toEqual([' same']);
  expect(told('', 'new')).toEqual(['-', '+new']);
  expect(told('a\na', 'a\na\na')).toEqual([' a', ' a', '+a']);
});

it('puts parts of the output together to lines', () => {
  const lines: OutputLine[] = [];
  for (const part of [
    { stream: 'out', text: 'one\ntw' },
    { stream: 'out', text: 'o\n' },
    { stream: 'err', text: 'bad\n' },
    { stream: 'out', text: 'three' },
  ])
    addPart(lines, part);
  expect(lines).toEqual([
    { stream: 'out', text: 'one' },
    { stream: 'out', text: 'two' },
    { stream: 'err', text: 'bad' },
    { stream: 'out', text: 'three' },
  ]);
});
