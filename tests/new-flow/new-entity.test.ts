import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insert, insertions } from '../../scripts/new-entity/insertions.ts';
import { entityNames, withArticle } from '../../scripts/new-entity/names.ts';
import { describeInFull } from '../depth.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

describe('npm run new:flow -- <flow-id> --entity', () => {
  it('spells an entity as the console does', () => {
    expect(entityNames('patch-policy')).toMatchObject({
      one: 'patchPolicy',
      Many: 'PatchPolicies',
      TYPE: 'PATCH_POLICY',
      table: 'patch_policy',
      path: '/patchpolicy',
      manyWords: 'patch policies',
    });
    expect(['printer', 'access-switch', 'delay'].map((id) => entityNames(id).many)).toEqual([
      'printers',
      'accessSwitches',
      'delays',
    ]);
    expect(['printer', 'access point'].map(withArticle)).toEqual(['a printer', 'an access point']);
  });

  it('finds each place that it changes in the sources of today', () => {
    const changed = new Map<string, string>();
    for (const insertion of insertions(entityNames('printer-setup'))) {
      const { file, text } = insertion;
      const before = changed.get(file) ?? readFileSync(join(project, file), 'utf8');
      changed.set(file, insert(before, insertion));
      expect(changed.get(file)).toContain(text);
    }
    const guide = readFileSync(join(project, 'docs/add-a-flow.md'), 'utf8');
    for (const file of changed.keys()) expect(guide, 'the guide names each file').toContain(`\`${file}\``);
  });

  it('refuses to change a source that has no such place', () => {
    const insertion = { file: 'api/x.ts', at: 'here\n', put: 'before', text: 'new\n' } as const;
    expect(() => insert('other\n', insertion)).toThrow('api/x.ts has no line "here"');
    expect(insert('a\nhere\n', insertion)).toBe('a\nnew\nhere\n');
  });
});

describe('an entity that new:flow made', () => {
  const root = mkdtempSync(join(tmpdir(), 'cairn-new-entity-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  /** What it printed, where it failed. */
  function failureOf(command: string, ...args: string[]): string {
    // vitest would leave out files that this test names, since CAIRN_TESTS chooses among the slow ones.
    const env = { ...process.env, CAIRN_TESTS: '' };
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, env, encoding: 'utf8' });
    return status === 0 ? '' : `${stdout}${stderr}`;
  }

  const vitest = (...files: string[]) =>
    failureOf(
      'npx',
      'vitest',
      'run',
      '--experimental.fsModuleCache=false',
      '--project',
      'code',
      '--project',
      'isolated',
      ...files,
    );
  const paths = (tier: string) => failureOf('npm', 'run', 'paths', '--', '--flow', 'printer-setup', '--tier', tier);

  beforeAll(() => {
    const left = new Set(['node_modules', 'dist', '.git'].map((name) => join(project, name)));
    cpSync(project, root, { recursive: true, filter: (path) => !left.has(path) });
    symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
    const failure = failureOf('npm', 'run', 'new:flow', '--', 'printer-setup', '--entity');
    if (failure !== '') throw new Error(failure);
  }, 300_000);

  it('passes its own tests, and its paths on the bare machine', { timeout: 300_000 }, () => {
    expect(vitest('machines/printer-setup', 'tests/server/printer-setup.test.ts')).toBe('');
    expect(paths('machine')).toBe('');
  });

  // Minutes of work: types of the whole project, the tests of every call, and the paths of the new flow in the other tiers.
  describeInFull('in whole', () => {
    it('compiles, and passes the tests of every call and its paths', { timeout: 1_500_000 }, () => {
      expect(failureOf('npx', 'tsc', '-p', '.')).toBe('');
      expect(failureOf('npx', 'oxlint', '--deny-warnings')).toBe('');
      const more = ['api', 'src/shell', 'src/words', 'tests/flows', 'tests/server/revisions.test.ts'];
      expect(vitest('tests/contract', 'tests/doors', ...more)).toBe('');
      for (const tier of ['dom', 'browser']) expect(paths(tier), tier).toBe('');
    });
  });
});
