import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fullBrowserFiles, quickBrowserFiles, slowFiles, slowPages, slowWalks } from '../slow-files.ts';

it.each([...fullBrowserFiles, ...quickBrowserFiles, ...slowFiles, ...slowPages, ...slowWalks])(
  '%s is there',
  (pattern) => {
    const [folder = ''] = pattern.split('*');
    expect(existsSync(folder)).toBe(true);
  },
);
