import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { englishRowsWords } from './rows/rows-words.ts';
import { englishWords } from './words.tsx';

it('stand in the language file as they stand here, for who translates it', () => {
  const file = new URL('../src/public/locales/en-us.json', import.meta.url);
  const { screen } = JSON.parse(readFileSync(file, 'utf8')) as { screen: unknown };
  expect(screen).toEqual({ ...englishWords, ...englishRowsWords });
});
