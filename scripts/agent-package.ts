// `npm run agent:package`: the agent as packages that need no Node, for this platform or that of `--node PATH`.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import packageJson from '../package.json' with { type: 'json' };
import { packageAgent } from './agent-package/package-agent.ts';

const root = join(import.meta.dirname, '..');
process.chdir(root);

try {
  const { node = process.execPath } = parseArgs({ options: { node: { type: 'string' } } }).values;
  const folder = join(root, 'dist/packages');
  const files = await packageAgent({ version: packageJson.version, node, folder, say: console.log });
  for (const file of files) {
    const bytes = readFileSync(file);
    console.log(`${relative(root, file)}  ${(bytes.length / 1e6).toFixed(1)} MB`);
    console.log(`  SHA-256 ${createHash('sha256').update(bytes).digest('hex')}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
