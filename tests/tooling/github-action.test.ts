// The workflow that docs/ offers to a team that keeps its checkout in git: it asks for nothing that the project does not have.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Workflow {
  jobs: Record<string, { steps: { run?: string; with?: Record<string, unknown> }[] }>;
}

it('names scripts of the project, their options, and the Node that it needs', () => {
  const { jobs } = parse(read('docs/github-action.yml')) as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const { scripts, engines } = JSON.parse(read('package.json')) as {
    scripts: Record<string, string>;
    engines: { node: string };
  };
  const commands = steps.flatMap(({ run = '' }) => [...run.matchAll(/npm run --silent (\S+)(?: -- (.*))?/g)]);
  expect(commands.map(([, name]) => name)).toEqual(['paths', 'mutants']);
  for (const [command, name = '', options = ''] of commands) {
    const [, program = ''] = /^tsx (\S+)$/.exec(scripts[name] ?? '') ?? [];
    expect(program, command).not.toBe('');
    const known = read(program);
    for (const [, option] of options.matchAll(/--(\w+)/g)) expect(known, command).toMatch(`${option}: { type:`);
  }
  const versions = steps.flatMap((step) => step.with?.['node-version'] ?? []);
  expect(versions.map((version) => `>=${String(version)}`)).toEqual([engines.node.replace(/\..*/, '')]);
});
