import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { quickBrowserFiles, slowFiles, slowPages } from '../slow-files.ts';

it.each([...quickBrowserFiles, ...slowFiles, ...slowPages])('%s is there', (pattern) => {
  const [folder = ''] = pattern.split('*');
  expect(existsSync(folder)).toBe(true);
});
