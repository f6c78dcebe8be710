import { build, type Plugin } from 'esbuild';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forNode, optionalParts } from '../bundle.mjs';
import { readPlatform, type ProgramPlatform } from './program-platform.ts';

/** Node refuses to look for a program in itself until this text ends in `:1`. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

interface Options {
  version: string;
  /** Node's program of the platform to build for. */
  node: string;
  /** Gets the program's path from its platform. */
  output(platform: ProgramPlatform): string;
}

/** Writes the agent as one program that needs no Node. @throws Error that says why this Node cannot be used */
export async function writeSingleExecutable({ version, node, output }: Options): Promise<ProgramPlatform> {
  const program = readFileSync(node);
  const platform = readPlatform(program);
  if (platform === undefined) throw new Error(`${node} is not a program for Linux, Windows or macOS`);
  if (!program.includes(`${FUSE}:0`))
    throw new Error(`${node} cannot hold a program. Name a Node of nodejs.org with --node`);
  if (!program.includes(process.version))
    throw new Error(`${node} is not Node ${process.version.slice(1)}, with which this command runs`);
  const work = mkdtempSync(join(tmpdir(), 'cairn-package-'));
  try {
    const target = output(platform);
    copyFileSync(node, target);
    chmodSync(target, 0o755);
    const isMac = platform.system === 'macos';
    if (isMac) execFileSync('codesign', ['--remove-signature', target]);
    inject(target, await makeBlob(work, version, node === process.execPath), isMac);
    if (isMac) execFileSync('codesign', ['--sign', '-', target]);
    return platform;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The agent as Node embeds it. Compiled code suits only the Node that compiled it. */
async function makeBlob(work: string, version: string, useCodeCache: boolean): Promise<string> {
  const [main, output, config] = [join(work, 'agent.cjs'), join(work, 'agent.blob'), join(work, 'sea.json')];
  await build({
    ...forNode,
    entryPoints: ['agent/packaged/main.ts'],
    outfile: main,
    format: 'cjs',
    define: { AGENT_VERSION: JSON.stringify(version) },
    plugins: [withoutOptionalParts],
  });
  writeFileSync(config, JSON.stringify({ main, output, disableExperimentalSEAWarning: true, useCodeCache }));
  execFileSync(process.execPath, ['--experimental-sea-config', config], { stdio: ['ignore', 'ignore', 'pipe'] });
  return output;
}

/** Makes `require` of an optional part fail as it does where the part is not installed. */
const withoutOptionalParts: Plugin = {
  name: 'without-optional-parts',
  setup(setUp) {
    const names = optionalParts.map((name) => name.replace('.', '\\.').replace('*', '.*'));
    const filter = new RegExp(`^(${names.join('|')})$`);
    const namespace = 'absent';
    setUp.onResolve({ filter }, ({ path }) => ({ path, namespace }));
    setUp.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
      contents: `throw new Error(${JSON.stringify(`${path} is not part of the agent`)});`,
    }));
  },
};

/** Runs postject apart: it prints a warning for every section that it does not know. @throws Error with what it printed */
function inject(program: string, blob: string, isMac: boolean): void {
  const postject = createRequire(import.meta.url).resolve('postject/dist/cli.js');
  const segment = isMac ? ['--macho-segment-name', 'NODE_SEA'] : [];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [postject, program, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE, ...segment],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The agent cannot be put into ${program}: ${stdout}${stderr}`);
}
