// `npm run new:flow -- <flow-id> [--title "…"]`: a flow of two steps that runs and whose tests pass.
// `npm run new:flow -- <flow-id> --entity`: a flow for one entity, with its calls, table, migration, page and tests.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { flowFiles } from './flow-template.ts';
import { formatted } from './format.ts';
import { entityFlowFiles } from './new-entity/flow-files.ts';
import { insert, insertions } from './new-entity/insertions.ts';
import { entityNames, withArticle, type EntityNames } from './new-entity/names.ts';
import { pageFiles } from './new-entity/page-files.ts';
import { serverFiles } from './new-entity/server-files.ts';
import { testFiles } from './new-entity/test-files.ts';

const usage = 'npm run new:flow -- <flow-id> [--title "Add a …"] [--entity]';
const root = fileURLToPath(new URL('..', import.meta.url));

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { title: { type: 'string' }, entity: { type: 'boolean', default: false } },
  });
  const id = checkedId(positionals, values.title);
  await (values.entity ? makeEntity(id, values.title) : makeFlow(id, values.title));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(`Usage: ${usage}`);
  process.exitCode = 1;
}

function checkedId([id, ...tooMany]: string[], title: string | undefined): string {
  if (id === undefined || tooMany.length > 0) throw new Error('One flow id is needed.');
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id)) {
    throw new Error(`"${id}" is no flow id: lower-case words with dashes between them, as in "patch-policy".`);
  }
  if (title?.trim() === '') throw new Error('A title needs words.');
  for (const folder of ['machines', 'schemas']) {
    if (existsSync(join(root, folder, id))) throw new Error(`${folder}/${id} exists already; nothing was written.`);
  }
  return id;
}

async function makeFlow(id: string, title = `Add ${id.replaceAll('-', ' ')}`): Promise<void> {
  await writeNew(flowFiles({ id, title }));
  run('npm', 'run', '--silent', 'generate:answers');
  console.log(`\nOpen it with "npm run dev" at #/editor/${id}. Its tests: npx vitest run machines/${id}`);
}

async function makeEntity(id: string, given?: string): Promise<void> {
  const names = entityNames(id);
  const title = given ?? `Add ${withArticle(names.words)}`;
  // Before anything is written: a place that is missing leaves the project as it was.
  const changed = new Map<string, string>();
  for (const insertion of insertions(names)) {
    const { file } = insertion;
    changed.set(file, insert(changed.get(file) ?? readFileSync(join(root, file), 'utf8'), insertion));
  }
  await writeNew({
    ...serverFiles(names),
    ...entityFlowFiles(names, title),
    ...pageFiles(names),
    ...testFiles(names),
  });
  for (const [path, text] of changed) {
    writeFileSync(join(root, path), await formatted(path, text));
    console.log(`${path} (changed)`);
  }
  generate(names);
  console.log(`\nOpen it with "npm run dev" at #${names.page}. docs/add-a-flow.md says how to go on.`);
}

/** What the project makes of its sources: the types of answers, the page's table of calls, the migration, who reaches each call, and the approved behaviour. */
function generate({ id }: EntityNames): void {
  run('npm', 'run', '--silent', 'generate:answers');
  run('npm', 'run', '--silent', 'generate:calls');
  run('npm', 'run', '--silent', 'db:generate', '--', '--name', id);
  run('npm', 'run', '--silent', 'bench', '--', 'doors.keys', '--write');
  run('npm', 'run', '--silent', 'paths', '--', '--approve', '--flow', id);
}

function run(command: string, ...args: string[]): void {
  const spelled = [command, ...args].join(' ');
  console.log(spelled);
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`"${spelled}" failed:\n${stdout}${stderr}`);
}

async function writeNew(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    // `wx`: a file that appeared meanwhile is never overwritten.
    writeFileSync(file, await formatted(path, text), { flag: 'wx' });
    console.log(path);
  }
}
