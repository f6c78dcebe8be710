import { mkdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CommandRefused } from './with-database.ts';
import { wordsOfFailure } from './words-of-failure.ts';

function failureOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

it('names the file or directory that the system refused, and the reason, in one line', () => {
  const missing = failureOf(() => readFileSync('/proc/nowhere/backup'));
  expect(wordsOfFailure(missing)).toBe('/proc/nowhere/backup cannot be used: no such file or directory.');
  const below = `${import.meta.filename}/data`;
  const refused = failureOf(() => mkdirSync(below, { recursive: true }));
  expect(wordsOfFailure(refused)).toBe(`${below} cannot be used: not a directory.`);
});

it('says a known refusal as it is, and shows where an unknown failure came from', () => {
  expect(wordsOfFailure(new CommandRefused('Name a user.'))).toBe('Name a user.');
  expect(wordsOfFailure(new TypeError('x is no function'))).toContain('words-of-failure.test.ts');
});
