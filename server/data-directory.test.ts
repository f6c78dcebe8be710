import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { requireDataDirectory } from './data-directory.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-data-'));
const file = join(folder, 'file');
writeFileSync(file, '');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the data directory', () => {
  it('is created if it does not exist, and keeps its files if it does', () => {
    const inside = join(folder, 'one', 'two');
    requireDataDirectory(inside);
    writeFileSync(join(inside, 'kept'), '');
    requireDataDirectory(inside);
    expect(existsSync(join(inside, 'kept'))).toBe(true);
  });

  it('is refused with a plain message if it, or a parent of it, is a file', () => {
    expect(() => requireDataDirectory(file)).toThrow(
      `CAIRN_DATA is "${file}"; Cairn cannot use it: it is a file, not a folder`,
    );
    expect(() => requireDataDirectory(join(file, 'data'))).toThrow('a part of this path is a file, not a folder');
  });
});
