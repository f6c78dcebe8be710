// `npm run new:flow -- <flow-id> [--title "…"]`: a flow of two steps that runs and whose tests pass.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { flowFiles } from './flow-template.ts';

const usage = 'npm run new:flow -- <flow-id> [--title "Add a …"]';
const root = fileURLToPath(new URL('..', import.meta.url));

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { title: { type: 'string' } } });
  await makeFlow(positionals, values.title);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(`Usage: ${usage}`);
  process.exitCode = 1;
}

async function makeFlow([id, ...tooMany]: string[], title: string | undefined): Promise<void> {
  if (id === undefined || tooMany.length > 0) throw new Error('One flow id is needed.');
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id)) {
    throw new Error(`"${id}" is no flow id: lower-case words with dashes between them, as in "patch-policy".`);
  }
  if (title?.trim() === '') throw new Error('A title needs words.');
  for (const folder of ['machines', 'schemas']) {
    if (existsSync(join(root, folder, id))) throw new Error(`${folder}/${id} exists already; nothing was written.`);
  }
  const files = flowFiles({ id, title: title ?? `Add ${id.replaceAll('-', ' ')}` });
  for (const [path, text] of Object.entries(files)) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    const style = await resolveConfig(file, { editorconfig: false });
    // `wx`: a file that appeared meanwhile is never overwritten.
    writeFileSync(file, await format(text, { ...style, filepath: file }), { flag: 'wx' });
    console.log(path);
  }
  console.log(`\nOpen it with "npm run dev" at #/editor/${id}. Its tests: npx vitest run machines/${id}`);
}
