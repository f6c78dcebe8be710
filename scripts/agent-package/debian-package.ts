import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ProgramPlatform } from './program-platform.ts';

const architectures = { x64: 'amd64', arm64: 'arm64' } as const;
const sources = join(import.meta.dirname, 'debian');

interface Options {
  version: string;
  /** The single executable. */
  program: string;
  architecture: ProgramPlatform['architecture'];
  folder: string;
  /** A larger package in a fifth of the time. */
  quick: boolean;
}

/** Whether `dpkg-deb` is installed. */
export function canWriteDebianPackage(): boolean {
  return spawnSync('dpkg-deb', ['--version']).status === 0;
}

/**
 * Writes `cairn-agent_<version>_<architecture>.deb` and returns its path. An upgrade keeps agent.conf without a question only as
 * long as its text in the package stays the same.
 * @throws Error with what `dpkg-deb` printed
 */
export function writeDebianPackage({ version, program, architecture, folder, quick }: Options): string {
  const name = architectures[architecture];
  const file = join(folder, `cairn-agent_${version}_${name}.deb`);
  const tree = mkdtempSync(join(tmpdir(), 'cairn-deb-'));
  try {
    chmodSync(tree, 0o755);
    const put = (from: string, to: string, mode: number) => {
      mkdirSync(join(tree, dirname(to)), { recursive: true });
      copyFileSync(from, join(tree, to));
      chmodSync(join(tree, to), mode);
    };
    put(program, 'usr/bin/cairn-agent', 0o755);
    put(join(sources, 'cairn-agent.service'), 'usr/lib/systemd/system/cairn-agent.service', 0o644);
    put(join(sources, 'agent.conf'), 'etc/cairn-agent/agent.conf', 0o600);
    mkdirSync(join(tree, 'var/lib/cairn-agent'), { recursive: true });
    for (const script of ['postinst', 'prerm', 'postrm']) put(join(sources, script), `DEBIAN/${script}`, 0o755);
    writeFileSync(join(tree, 'DEBIAN/conffiles'), '/etc/cairn-agent/agent.conf\n');
    writeFileSync(join(tree, 'DEBIAN/control'), control(version, name, statSync(program).size));
    // Whatever the umask of the person who builds.
    for (const entry of readdirSync(tree, { recursive: true, withFileTypes: true }))
      if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o755);
    chmodSync(join(tree, 'var/lib/cairn-agent'), 0o700);
    const built = spawnSync(
      'dpkg-deb',
      ['--root-owner-group', quick ? '-Zgzip' : '-Zxz', '-z1', '--build', tree, file],
      {
        encoding: 'utf8',
      },
    );
    if (built.status !== 0) throw new Error(`dpkg-deb failed: ${built.stderr || built.error?.message}`);
    return file;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

/** `bytes`: of the program, which is nearly all of it. */
function control(version: string, architecture: string, bytes: number): string {
  return `Package: cairn-agent
Version: ${version}
Architecture: ${architecture}
Installed-Size: ${Math.ceil(bytes / 1024)}
Maintainer: Cairn <cairn@localhost>
Section: admin
Priority: optional
Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6
Recommends: ca-certificates
Suggests: fping
Description: agent of the Cairn console
 Connects this computer to a Cairn server, which shows its inventory,
 monitors it and sends it commands.
`;
}
