import { expect, it } from 'vitest';
import { addPart, type OutputLine } from './use-output.ts';

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
