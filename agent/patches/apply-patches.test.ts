// Patch settings of policies on a computer with apt, in a temporary directory.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PatchSettingsState } from '#api/contract/agent-methods/patch-settings.ts';
import { afterTest } from '#tests/clean-up.ts';
import { createPatchApplier } from './apply-patches.ts';

const daily: PatchSettingsState = {
  enabled: true,
  schedule: { repeats: 'DAILY', repeatsEveryCount: 3 },
  install: 'SECURITY',
  reboot: true,
  held: false,
};
const weekly: PatchSettingsState = {
  ...daily,
  schedule: { repeats: 'WEEKLY', repeatsEveryCount: 1, daysOfWeek: ['TUE', 'SAT'] },
  install: 'ALL',
};

function computer(release = 'ID=debian\nPRETTY_NAME="Debian GNU/Linux 12"\n') {
  const root = mkdtempSync(join(tmpdir(), 'cairn-patches-'));
  afterTest(() => rmSync(root, { recursive: true, force: true }));
  const system = { osRelease: join(root, 'os-release'), program: join(root, 'unattended-upgrade') };
  const patches = join(root, 'apt.conf.d');
  mkdirSync(patches);
  writeFileSync(system.osRelease, release);
  writeFileSync(system.program, '');
  const file = join(patches, '99cairn-patches');
  return { root, system, patches, file, text: () => readFileSync(file, 'utf8') };
}

const reboot = '/sbin/shutdown -r +1';

describe('patch settings on a computer', () => {
  it('are written for unattended-upgrades, readable by everybody whatever the umask of the agent', () => {
    const { system, patches, text, file } = computer();
    // The unit of the Debian package sets this one.
    const usual = process.umask(0o077);
    afterTest(() => process.umask(usual));
    expect(createPatchApplier({ patches, reboot }, system)(daily)).toEqual({ note: '' });
    expect(text()).toContain('APT::Periodic::Unattended-Upgrade "3";');
    expect(text()).toContain('Unattended-Upgrade::Automatic-Reboot "true";');
    expect(text()).toContain('label=Debian-Security');
    expect(text()).not.toContain('origin=*');
    expect(statSync(file).mode & 0o777).toBe(0o644);
    expect(readdirSync(patches)).toEqual(['99cairn-patches']);
  });

  it('install nothing while maintenance holds patching', () => {
    const { system, patches, text } = computer();
    createPatchApplier({ patches, reboot }, system)({ ...daily, held: true });
    expect(text()).toContain('APT::Periodic::Unattended-Upgrade "0";');
    expect(text()).toContain('Unattended-Upgrade::Automatic-Reboot "false";');
  });

  it('reboot only where the settings of the agent allow reboots, and say so', () => {
    const { system, patches, text } = computer();
    const applied = createPatchApplier({ patches, reboot: undefined }, system)(daily);
    expect(applied).toEqual({ note: expect.stringContaining('CAIRN_AGENT_REBOOT') });
    expect(text()).toContain('Unattended-Upgrade::Automatic-Reboot "false";');
  });

  it('are refused where the settings of the agent name no directory, and nothing is written', () => {
    const { system, patches } = computer();
    expect(createPatchApplier({ patches: undefined, reboot }, system)(daily)).toEqual({
      fault: expect.stringContaining('CAIRN_AGENT_PATCHES'),
    });
    expect(readdirSync(patches)).toEqual([]);
  });

  it.each([
    ['another system', 'ID=fedora\nPRETTY_NAME="Fedora Linux 41"\n', 'This device runs Fedora Linux 41.'],
    ['a system without a name', '', 'only on Debian and Ubuntu'],
  ])('are refused on %s', (_, release, words) => {
    const { system, patches } = computer(release);
    const applied = createPatchApplier({ patches, reboot }, system)(daily);
    expect(applied).toEqual({ fault: expect.stringContaining(words) });
    expect(readdirSync(patches)).toEqual([]);
  });

  it('are taken on a system that says it is like Ubuntu', () => {
    const { system, patches } = computer('ID=linuxmint\nID_LIKE="ubuntu debian"\n');
    expect(createPatchApplier({ patches, reboot }, system)(daily)).toEqual({ note: '' });
  });

  it('are refused without unattended-upgrades and without the directory', () => {
    const { system, patches } = computer();
    expect(createPatchApplier({ patches: join(patches, 'gone'), reboot }, system)(daily)).toEqual({
      fault: expect.stringContaining('could not be written'),
    });
    rmSync(system.program);
    expect(createPatchApplier({ patches, reboot }, system)(daily)).toEqual({
      fault: expect.stringContaining('unattended-upgrades'),
    });
  });

  it('remove their file once Cairn manages no patches, also where none is', () => {
    const { system, patches, file } = computer();
    const apply = createPatchApplier({ patches, reboot }, system);
    apply(daily);
    expect(apply({ ...daily, enabled: false })).toEqual({ note: '' });
    expect(existsSync(file)).toBe(false);
    expect(apply({ ...daily, enabled: false })).toEqual({ note: '' });
    expect(createPatchApplier({ patches: undefined, reboot }, system)({ ...daily, enabled: false })).toEqual({
      note: '',
    });
  });
});

const aptConfig = spawnSync('apt-config', ['--version']).status === 0;

describe.runIf(aptConfig)('apt, reading the file', () => {
  /** The values of an option as apt has them after all files of the directory. */
  function read(document: PatchSettingsState, name: string): string[] {
    const { root, system, patches } = computer();
    writeFileSync(join(patches, '20auto-upgrades'), 'APT::Periodic::Unattended-Upgrade "7";\n');
    writeFileSync(
      join(patches, '50unattended-upgrades'),
      'Unattended-Upgrade::Allowed-Origins { "${distro_id}:${distro_codename}-updates"; };\nUnattended-Upgrade::Origins-Pattern { "origin=Elsewhere"; };\nUnattended-Upgrade::Update-Days { "Mon"; };\n',
    );
    createPatchApplier({ patches, reboot }, system)(document);
    const main = join(root, 'apt.conf');
    writeFileSync(main, `Dir::Etc::parts "${patches}";\nDir::Etc::main "/dev/null";\n`);
    const { stdout, stderr } = spawnSync('apt-config', ['dump', '--format', '%f %v%n'], {
      env: { PATH: process.env['PATH'], APT_CONFIG: main },
      encoding: 'utf8',
    });
    if (stderr !== '') throw new Error(stderr);
    const at = `${name} `;
    return stdout
      .split('\n')
      .map((line) => line.replace('::: ', ':: ').replace(`${name}:: `, at))
      .filter((line) => line.startsWith(at) && line.length > at.length)
      .map((line) => line.slice(at.length));
  }

  it('finds the days, and no days of another file', () => {
    expect(read(daily, 'APT::Periodic::Unattended-Upgrade')).toEqual(['3']);
    expect(read(daily, 'Unattended-Upgrade::Update-Days')).toEqual([]);
    expect(read(weekly, 'APT::Periodic::Unattended-Upgrade')).toEqual(['1']);
    expect(read(weekly, 'Unattended-Upgrade::Update-Days')).toEqual(['Tue', 'Sat']);
  });

  it('installs from the origins of the settings alone', () => {
    expect(read(daily, 'Unattended-Upgrade::Allowed-Origins')).toEqual([]);
    const origins = read(daily, 'Unattended-Upgrade::Origins-Pattern');
    expect(origins).toHaveLength(5);
    expect(origins.every((each) => /security/i.test(each))).toBe(true);
    expect(read(weekly, 'Unattended-Upgrade::Origins-Pattern')).toEqual(['origin=*']);
  });
});
