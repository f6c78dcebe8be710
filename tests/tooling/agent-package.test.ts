// The maintainer scripts of the agent's package where systemd runs, and what a program's header says it runs on.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readPlatform } from '../../scripts/agent-package/program-platform.ts';
import { temporaryDirectory } from '../server/agent-rig.ts';

const sources = join(import.meta.dirname, '../../scripts/agent-package/debian');
const enable = 'systemctl --quiet --root=/ enable cairn-agent.service';

describe.skipIf(process.platform === 'win32')('the scripts of the package, where systemd runs', () => {
  let root: string;
  beforeEach(() => {
    root = temporaryDirectory();
    for (const folder of ['bin', 'run/systemd/system', 'etc/systemd/system', 'etc/cairn-agent', 'var/lib/cairn-agent'])
      mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, 'bin/systemctl'), `#!/bin/sh\necho "systemctl $*" >>${root}/log\n`);
    chmodSync(join(root, 'bin/systemctl'), 0o755);
    configure('https://cairn.example.com');
  });
  const configure = (server: string) =>
    writeFileSync(join(root, 'etc/cairn-agent/agent.conf'), `# settings\nCAIRN_AGENT_SERVER=${server}\n`);

  /** Runs the script with every path of it below `root`; returns what it printed and the calls of systemctl. */
  function run(name: string, ...args: string[]): { said: string; calls: string[] } {
    const text = readFileSync(join(sources, name), 'utf8').replaceAll(
      /(?<![=\w])(\$DPKG_ROOT)?\/(etc|run|var)\//g,
      `${root}/$2/`,
    );
    writeFileSync(join(root, 'log'), '');
    const { status, stdout, stderr } = spawnSync('sh', ['-c', text, name, ...args], {
      env: { PATH: `${root}/bin:${process.env['PATH'] ?? ''}` },
      encoding: 'utf8',
    });
    expect([name, status, stderr]).toEqual([name, 0, '']);
    return { said: stdout, calls: readFileSync(join(root, 'log'), 'utf8').split('\n').filter(Boolean) };
  }
  const reload = 'systemctl daemon-reload';
  const start = 'systemctl start cairn-agent.service';

  it('start a configured agent, now and with the computer', () => {
    expect(run('postinst', 'configure', '').calls).toEqual([reload, enable, reload, start]);
  });

  it('start no agent that has no server, and say how it gets one', () => {
    configure('');
    const { said, calls } = run('postinst', 'configure', '');
    expect([said, calls]).toEqual([expect.stringContaining('cairn-agent enroll --server URL'), [reload]]);
  });

  it('restart a running agent in an upgrade, and never stop it before', () => {
    expect(run('prerm', 'upgrade', '0.1.1').calls).toEqual([]);
    expect(run('postrm', 'upgrade', '0.1.1').calls).toEqual([reload]);
    // A person who disabled the service finds it disabled.
    expect(run('postinst', 'configure', '0.1.0').calls).toEqual([reload, 'systemctl try-restart cairn-agent.service']);
  });

  it('stop and disable it before a removal, and start it when it is installed again', () => {
    expect(run('prerm', 'remove').calls).toEqual([
      'systemctl stop cairn-agent.service',
      'systemctl --quiet --root=/ disable cairn-agent.service',
    ]);
    expect(run('postinst', 'configure', '0.1.0').calls).toEqual([reload, enable, reload, start]);
    expect(run('postinst', 'configure', '0.1.0').calls).not.toContain(start);
  });

  it('leave an agent alone that was installed without the package, and say that it takes precedence', () => {
    writeFileSync(join(root, 'etc/systemd/system/cairn-agent.service'), '');
    const { said, calls } = run('postinst', 'configure', '');
    expect([said, calls]).toEqual([expect.stringContaining('takes precedence'), [reload]]);
  });

  it('delete the settings and the key in a purge, and only then', () => {
    run('postrm', 'remove');
    expect(existsSync(join(root, 'etc/cairn-agent/agent.conf'))).toBe(true);
    run('postrm', 'purge');
    expect([existsSync(join(root, 'etc/cairn-agent')), existsSync(join(root, 'var/lib/cairn-agent'))]).toEqual([
      false,
      false,
    ]);
  });
});

describe('the header of a program', () => {
  const elf = (machine: number) =>
    header([
      [0, [0x7f, 0x45, 0x4c, 0x46]],
      [18, [machine, 0]],
    ]);
  const pe = (machine: number[]) =>
    header([
      [0, [0x4d, 0x5a]],
      [0x3c, [0x40]],
      [0x40, [0x50, 0x45, 0, 0, ...machine]],
    ]);
  const mach = (cpu: number) =>
    header([
      [0, [0xcf, 0xfa, 0xed, 0xfe]],
      [4, [cpu, 0, 0, 1]],
    ]);
  function header(parts: readonly (readonly [number, readonly number[]])[]): Buffer {
    const bytes = Buffer.alloc(80);
    for (const [at, values] of parts) bytes.set(values, at);
    return bytes;
  }

  it.each([
    ['Linux on x64', elf(0x3e), 'linux', 'x64'],
    ['Linux on arm64', elf(0xb7), 'linux', 'arm64'],
    ['Windows on x64', pe([0x64, 0x86]), 'win', 'x64'],
    ['Windows on arm64', pe([0x64, 0xaa]), 'win', 'arm64'],
    ['macOS on x64', mach(7), 'macos', 'x64'],
    ['macOS on arm64', mach(12), 'macos', 'arm64'],
  ])('says %s', (_name, program, system, architecture) => {
    expect(readPlatform(program)).toEqual({ system, architecture });
  });

  it.each([
    ['another processor', elf(0x28)],
    ['a script', Buffer.from('#!/bin/sh\n'.repeat(10))],
    ['a short file', Buffer.from('MZ')],
    [
      'a header beyond the end',
      header([
        [0, [0x4d, 0x5a]],
        [0x3c, [0xff, 0xff]],
      ]),
    ],
  ])('says nothing of %s', (_name, program) => {
    expect(readPlatform(program)).toBeUndefined();
  });
});
