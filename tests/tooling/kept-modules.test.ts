import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const project = fileURLToPath(new URL('../..', import.meta.url));
let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'cairn-kept-'));
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
  cpSync(join(project, 'schemas'), join(root, 'schemas'), { recursive: true });
  mkdirSync(join(root, 'kept'));
  writeFileSync(
    join(root, 'vitest.config.mts'),
    `import { screenDocuments } from '${project}engine/compile/vite-plugin.ts';
import { keptModules } from '${project}tests/kept-modules.ts';
export default {
  plugins: [screenDocuments(), keptModules],
  test: { experimental: { fsModuleCache: true, fsModuleCachePath: '${join(root, 'kept')}' } },
};
`,
  );
  writeFileSync(
    join(root, 'both.test.ts'),
    `import { writeFileSync } from 'node:fs';
import { it } from 'vitest';
import manifest from './schemas/organization/flow.json';
import screen from './schemas/organization/details.json?screen';
import { said } from './said.ts';
it('says both', () => writeFileSync('said.json', said({ manifest, screen })));
`,
  );
  writeFileSync(join(root, 'said.ts'), `export const said = (both: object) => JSON.stringify(both);\n`);
});
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));

/** The manifest and the screen in a run of vitest. */
function bothInRun(): { manifest: string; screen: string } {
  execFileSync(process.execPath, [join(project, 'node_modules/vitest/vitest.mjs'), 'run'], {
    cwd: root,
    stdio: 'pipe',
  });
  const { manifest, screen } = JSON.parse(readFileSync(join(root, 'said.json'), 'utf8')) as Record<string, unknown>;
  return { manifest: JSON.stringify(manifest), screen: JSON.stringify(screen) };
}

describe('the modules that vitest keeps from one run to the next', () => {
  it('are those of files alone: a manifest and a screen follow the document', () => {
    const before = bothInRun();
    expect(before.manifest + before.screen).not.toContain('costCentre');
    const kept = readdirSync(join(root, 'kept')).map((name) => readFileSync(join(root, 'kept', name), 'utf8'));
    expect(kept.filter((code) => code.includes('const said'))).not.toEqual([]);
    const file = join(root, 'schemas/organization/details.json');
    const document = JSON.parse(readFileSync(file, 'utf8')) as { schema: { properties: Record<string, unknown> } };
    document.schema.properties['costCentre'] = { type: 'string', title: 'Cost centre', maxLength: 50 };
    writeFileSync(file, JSON.stringify(document));
    const after = bothInRun();
    expect(after.manifest).toContain('costCentre');
    expect(after.screen).toContain('costCentre');
  });
});
