import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkDocument, checkManifest } from '#engine/document/check-document.ts';
import type { ScreenDocument } from '#engine/document/document.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const copied = [
  'engine',
  'scripts',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'tests/server/shared-postgres.ts',
  'tests/clean-up.ts',
  'tests/end-of-file.ts',
  'tests/kept-modules.ts',
  'tests/longest-first.ts',
  'tests/slow-files.ts',
  '.oxfmtrc.json',
  '.oxlintrc.json',
];

describe('npm run new:flow', { timeout: 120_000 }, () => {
  let root: string;

  // A copy of what a flow stands on, so that a run that is killed leaves nothing in the project.
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'cairn-new-flow-'));
    for (const part of copied) cpSync(join(project, part), join(root, part), { recursive: true });
    symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  function run(tool: string, ...args: string[]): SpawnSyncReturns<string> {
    // vitest would leave out files that this test names, since CAIRN_TESTS chooses among the slow ones.
    const env = { ...process.env, CAIRN_TESTS: '' };
    return spawnSync(join(root, 'node_modules/.bin', tool), args, {
      cwd: root,
      env,
      encoding: 'utf8',
      timeout: 60_000,
    });
  }
  const newFlow = (...args: string[]) => run('tsx', 'scripts/new-flow.ts', ...args);
  const output = ({ stdout, stderr }: SpawnSyncReturns<string>) => `${stdout}${stderr}`;

  it('refuses what is no flow id, and says how to ask', () => {
    for (const args of [[], ['Patch'], ['a', 'b'], ['../x'], ['a--b'], ['x', '--titel', 'T']]) {
      const refused = newFlow(...args);
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain('Usage: npm run new:flow -- <flow-id>');
    }
  });

  it('makes a flow whose documents say nothing wrong', () => {
    const made = newFlow('patch-policy', '--title', 'Add a "patch" policy');
    expect(made.status === 0 ? '' : output(made)).toBe('');
    const folder = join(root, 'schemas/patch-policy');
    const texts = Object.fromEntries(
      readdirSync(folder).map((file) => [file.slice(0, -5), readFileSync(join(folder, file), 'utf8')]),
    );
    const { flow = '', ...screens } = texts;
    expect(Object.keys(screens).sort()).toEqual(['confirm', 'details']);
    for (const text of Object.values(screens)) expect(checkDocument(text)).toEqual([]);
    const documents = Object.fromEntries(
      Object.entries(screens).map(([id, text]) => [id, JSON.parse(text) as ScreenDocument]),
    );
    expect(checkManifest(flow, documents)).toEqual([]);
    expect(JSON.parse(flow)).toMatchObject({
      title: { NEW: 'Add a "patch" policy' },
      routes: { add: '/editor/patch-policy' },
    });
  });

  it('makes a flow whose tests pass', () => {
    const tested = run(
      'vitest',
      'run',
      '--experimental.fsModuleCache=false',
      'machines/patch-policy',
      '--reporter',
      'json',
    );
    const report = JSON.parse(tested.stdout) as { numPassedTests: number; success: boolean };
    expect(report.success ? '' : output(tested)).toBe('');
    expect(report.numPassedTests).toBeGreaterThanOrEqual(5);
  });

  it('makes a flow that the type checker, the linter and the formatter have nothing against', () => {
    const config = { extends: './tsconfig.json', include: ['machines', 'schemas', 'engine/compile/*.d.ts'] };
    writeFileSync(join(root, 'tsconfig.flow.json'), JSON.stringify(config));
    const typed = run('tsc', '-p', 'tsconfig.flow.json');
    expect(typed.status === 0 ? '' : output(typed)).toBe('');
    const linted = run('oxlint', '--deny-warnings', 'machines');
    expect(linted.status === 0 ? '' : output(linted)).toBe('');
    const formatted = run('oxfmt', '--check', 'machines', 'schemas');
    expect(formatted.status === 0 ? '' : output(formatted)).toBe('');
  });

  it('never writes over a flow', () => {
    const before = readFileSync(join(root, 'machines/patch-policy/flow.ts'), 'utf8');
    const refused = newFlow('patch-policy');
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('machines/patch-policy exists already; nothing was written.');
    expect(readFileSync(join(root, 'machines/patch-policy/flow.ts'), 'utf8')).toBe(before);
  });
});
