import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { canWriteDebianPackage, writeDebianPackage } from './debian-package.ts';
import { writeSingleExecutable } from './single-executable.ts';

interface Options {
  version: string;
  /** Node's program of the platform to package for. */
  node: string;
  folder: string;
  say(line: string): void;
  /** Compresses less, for tests. */
  quick?: boolean;
}

/** Writes the packages for the platform of `node`; returns their paths. */
export async function packageAgent({ version, node, folder, say, quick = false }: Options): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  let program = '';
  const { system, architecture } = await writeSingleExecutable({
    version,
    node,
    output: (platform) => {
      const name = `cairn-agent_${version}_${platform.system}_${platform.architecture}`;
      program = join(folder, platform.system === 'win' ? `${name}.exe` : name);
      return program;
    },
  });
  if (system === 'win') {
    const script = join(folder, 'cairn-agent-service.ps1');
    copyFileSync(join(import.meta.dirname, 'windows/cairn-agent-service.ps1'), script);
    return [program, script];
  }
  if (system !== 'linux') return [program];
  if (canWriteDebianPackage()) return [program, writeDebianPackage({ version, program, architecture, folder, quick })];
  say('No .deb: dpkg-deb is not installed. On Debian and Ubuntu it is in the package dpkg.');
  return [program];
}
