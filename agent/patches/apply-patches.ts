import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PatchSettingsState } from '#api/contract/agent-methods/patch-settings.ts';
import { osReleaseFrom } from '../inventory/os-release.ts';
import type { AgentSettings } from '../settings.ts';
import { aptConfigOf } from './apt-config.ts';

/** Read after the files of the distribution, which are called 20… and 50…. */
const fileName = '99cairn-patches';

/** What became of settings: `fault`, why they were refused; `note`, what of them the device leaves out, else empty. For people. */
export type Applied = { fault: string } | { note: string };

const here = { osRelease: '/etc/os-release', program: '/usr/bin/unattended-upgrade' };

/**
 * Writes patch settings for unattended-upgrades, on Debian and Ubuntu, into the directory that the settings of the agent name, or removes
 * its file when Cairn manages the patches of this computer no longer.
 */
export function createPatchApplier(
  { patches: directory, reboot }: Pick<AgentSettings, 'patches' | 'reboot'>,
  { osRelease, program } = here,
): (document: PatchSettingsState) => Applied {
  return (document) => {
    if (!document.enabled) return withFile(() => directory && rmSync(join(directory, fileName), { force: true }), '');
    if (directory === undefined)
      return {
        fault:
          'The settings of this device do not allow Cairn to change how it is patched: they name no directory (CAIRN_AGENT_PATCHES).',
      };
    const fault = systemFault(osRelease, program);
    if (fault !== undefined) return { fault };
    const mayReboot = reboot !== undefined;
    const note =
      document.reboot && !mayReboot
        ? 'This device does not reboot after updates: its settings do not allow reboots (CAIRN_AGENT_REBOOT).'
        : '';
    return withFile(() => replaceFile(directory, aptConfigOf(document, { mayReboot })), note);
  };
}

function systemFault(osRelease: string, program: string): string | undefined {
  const {
    ID = '',
    ID_LIKE = '',
    PRETTY_NAME = '',
  } = existsSync(osRelease) ? osReleaseFrom(readFileSync(osRelease, 'utf8')) : {};
  const known = [ID, ...ID_LIKE.split(' ')].some((id) => id === 'debian' || id === 'ubuntu');
  if (!known)
    return `Cairn applies patch settings only on Debian and Ubuntu. This device runs ${PRETTY_NAME || process.platform}.`;
  return existsSync(program)
    ? undefined
    : 'The package unattended-upgrades, which installs the updates, is not installed on this device.';
}

/** As a whole; apt does not read a file whose name begins with a dot. Everybody who uses apt reads it, whatever the agent's umask. */
function replaceFile(directory: string, text: string): void {
  const aside = join(directory, `.${fileName}`);
  rmSync(aside, { force: true });
  writeFileSync(aside, text, { flag: 'wx' });
  chmodSync(aside, 0o644);
  renameSync(aside, join(directory, fileName));
}

function withFile(change: () => unknown, note: string): Applied {
  try {
    change();
    return { note };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return { fault: `The patch settings could not be written: ${words}` };
  }
}
