import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../docs/decisions');

it('every decision stands in the index, by its title', () => {
  const index = readFileSync(join(folder, 'README.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('- '));
  const decisions = readdirSync(folder).filter((file) => /^\d{3}-/.test(file));
  const titles = decisions.toSorted().map((file) => {
    const [, title] = /^# (.*)/.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
    return `- [${title}](${file})`;
  });
  expect(index).toEqual(titles);
});
