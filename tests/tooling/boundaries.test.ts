import { cpSync, mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cruise } from '../../scripts/boundaries.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the boundaries', () => {
  let copy = '';

  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'cairn-boundaries-'));
    for (const file of ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs'])
      cpSync(join(root, file), join(copy, file));
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const sources = {
      'engine/core.ts': 'export const core = 1;\n',
      'api/contract/calls.ts': 'export const calls = 1;\n',
      'api/client.ts': 'export const client = 1;\n',
      'machines/one/one.ts': "import { core } from '#engine/core.ts';\nexport const one = core;\n",
      'screens/part.ts': "import type { calls } from '#api/contract/calls.ts';\nexport type Part = typeof calls;\n",
      'server/http/handler.ts': 'export type Handler = () => void;\n',
      'server/main.ts': "import { calls } from '#api/contract/calls.ts';\nexport const main = calls;\n",
    };
    for (const [path, text] of Object.entries(sources)) plant(path, text);
  });

  afterEach(() => rmSync(copy, { recursive: true, force: true }));

  function plant(path: string, text: string): void {
    mkdirSync(join(copy, path, '..'), { recursive: true });
    writeFileSync(join(copy, path), text);
  }

  it('lets the allowed arrows pass and has seen every file', async () => {
    const seen = await cruise(copy);
    expect(seen.violations).toEqual([]);
    expect(seen.modules).toBe(7);
  });

  it.each([
    [
      'a machine that imports the client',
      'machines/one/bad.ts',
      "import { client } from '#api/client.ts';\nexport const bad = client;\n",
    ],
    [
      'a server that imports the client',
      'server/bad.ts',
      "import { client } from '#api/client.ts';\nexport const bad = client;\n",
    ],
    [
      'an engine that imports a machine',
      'engine/bad.ts',
      "import { one } from '#machines/one/one.ts';\nexport const bad = one;\n",
    ],
    [
      'a flow that imports another flow',
      'machines/two/two.ts',
      "import { one } from '#machines/one/one.ts';\nexport const two = one;\n",
    ],
    [
      'a machine that imports React',
      'machines/one/bad.ts',
      "import { useState } from 'react';\nexport const bad = useState;\n",
    ],
    [
      'a screen that imports a value of the contract',
      'screens/bad.ts',
      "import { calls } from '#api/contract/calls.ts';\nexport const bad = calls;\n",
    ],
    [
      'a screen that imports a type of the client',
      'screens/bad.ts',
      "import type { client } from '#api/client.ts';\nexport type Bad = typeof client;\n",
    ],
    [
      'a type-only arrow the wrong way',
      'engine/bad.ts',
      "import type { client } from '#api/client.ts';\nexport type Bad = typeof client;\n",
    ],
    [
      'domain code that imports a type of the HTTP layer',
      'server/monitors/bad.ts',
      "import type { Handler } from '../http/handler.ts';\nexport type Bad = Handler;\n",
    ],
    [
      'a file that imports a type of a file that imports it',
      'engine/bad.ts',
      "import type { Worse } from './worse.ts';\nexport interface Bad { worse?: Worse }\n",
      { 'engine/worse.ts': "import type { Bad } from './bad.ts';\nexport interface Worse { bad?: Bad }\n" },
    ],
  ])('refuses %s', async (_name, path, text, others: Record<string, string> = {}) => {
    for (const [other, held] of Object.entries(others)) plant(other, held);
    plant(path, text);
    const { violations } = await cruise(copy);
    expect(violations.join('\n')).toContain(path);
  });
});
