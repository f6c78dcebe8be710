import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { createScreens } from './screens.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

it('judges a body by the documents of the project', () => {
  expect(createScreens().check('organization', 'details', { name: ' ' })).toEqual([
    { pointer: '/name', keyword: 'notBlank', message: 'Required' },
  ]);
});

it('asks for an organization where one must be chosen, with "Required" (C23-13)', () => {
  expect(createScreens().check('cloud-monitor', 'setup', { monitorType: 'PING' })).toContainEqual(
    expect.objectContaining({ pointer: '/clientId', message: 'Required' }),
  );
});

it('finds the documents beside dist/ when it runs from the bundled server', async () => {
  const root = mkdtempSync(join(tmpdir(), 'cairn-bundle-'));
  try {
    cpSync(join(project, 'schemas'), join(root, 'schemas'), { recursive: true });
    symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
    writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
    await build({
      stdin: {
        contents: `import { createScreens } from './server/screens/screens.ts';\nconsole.log(createScreens().check('organization', 'details', {}).length);`,
        resolveDir: project,
      },
      outfile: join(root, 'dist/server/main.js'),
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'silent',
    });
    expect(execFileSync(process.execPath, [join(root, 'dist/server/main.js')], { encoding: 'utf8' })).toBe('1\n');
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
