import { access, readdir, readFile, readlink } from 'node:fs/promises';
import type { Inventory } from '#api/contract/agent-methods/inventory.ts';
import { bounded } from './bounded.ts';
import { filled, looksLikeServer, virtualizationFrom, type Firmware } from './machine.ts';
import { osReleaseFrom } from './os-release.ts';
import type { PlatformFacts } from './platform-facts.ts';
import { readText } from './read-text.ts';
import { lastLoggedInFrom, loggedInFrom } from './sessions.ts';
import { mountsFrom, volumesOf } from './volumes.ts';

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
const bytesOf = (path: string) => readFile(path).catch(() => Buffer.alloc(0));

/** What Linux tells through `/proc`, `/sys` and `/etc`. */
export async function linuxFacts(): Promise<PlatformFacts> {
  const [release, firmware, cpuinfo, meminfo, mounts, utmp, wtmp, disks] = await Promise.all([
    readText('/etc/os-release')
      .then((text) => text || readText('/usr/lib/os-release'))
      .then(osReleaseFrom),
    readFirmware(),
    readText('/proc/cpuinfo'),
    readText('/proc/meminfo'),
    readText('/proc/mounts'),
    bytesOf('/run/utmp').then((bytes) => (bytes.length > 0 ? bytes : bytesOf('/var/run/utmp'))),
    bytesOf('/var/log/wtmp'),
    readDisks(),
  ]);
  const loggedInUsers = loggedInFrom(utmp);
  return {
    osName: release['PRETTY_NAME'] ?? release['NAME'] ?? 'Linux',
    osVersion: release['VERSION_ID'] ?? '',
    isServer: looksLikeServer({ ...(await readTarget()), chassisType: firmware.chassisType }),
    machine: {
      manufacturer: firmware.manufacturer,
      model: firmware.model,
      biosSerialNumber: firmware.biosSerialNumber,
      biosVersion: firmware.biosVersion,
      virtualization: virtualizationFrom({
        container: await readContainer(),
        firmware,
        hypervisorType: await readText('/sys/hypervisor/type'),
        hypervisorFlag: /^flags\s*:.*\bhypervisor\b/m.test(cpuinfo),
      }),
    },
    availableBytes: availableFrom(meminfo),
    disks,
    volumes: await volumesOf(mountsFrom(mounts)),
    loggedInUsers,
    lastLoggedInUser: lastLoggedInFrom(wtmp) || (loggedInUsers.at(-1) ?? ''),
  };
}

/** `/sys/class/dmi/id`; the serial number is readable by root alone. Boards without SMBIOS tell a model in the device tree. */
async function readFirmware(): Promise<Firmware> {
  const names = ['sys_vendor', 'product_name', 'product_serial', 'bios_version', 'chassis_type'];
  const [vendor = '', model = '', serial = '', bios = '', chassis = ''] = await Promise.all(
    names.map((name) => readText(`/sys/class/dmi/id/${name}`)),
  );
  const [treeModel, treeSerial] = await Promise.all(
    ['model', 'serial-number'].map((name) => readText(`/proc/device-tree/${name}`)),
  );
  return {
    manufacturer: filled(vendor),
    model: filled(model) || (treeModel ?? ''),
    biosSerialNumber: filled(serial) || (treeSerial ?? ''),
    biosVersion: filled(bios),
    chassisType: chassis === '' ? undefined : Number(chassis),
  };
}

async function readTarget(): Promise<{ graphicalTarget: boolean; displayManager: boolean }> {
  const links = [
    '/etc/systemd/system/default.target',
    '/usr/lib/systemd/system/default.target',
    '/lib/systemd/system/default.target',
  ];
  const targets = await Promise.all(links.map((link) => readlink(link).catch(() => '')));
  return {
    graphicalTarget: (targets.find((target) => target !== '') ?? '').endsWith('graphical.target'),
    displayManager: await exists('/etc/systemd/system/display-manager.service'),
  };
}

async function readContainer(): Promise<string> {
  const named = /(?:^|\0)container=([a-z0-9-]+)/.exec(await readText('/proc/1/environ'))?.[1];
  if (named) return named;
  if (await exists('/.dockerenv')) return 'docker';
  return (await exists('/run/.containerenv')) ? 'podman' : '';
}

/** Memory that programs can still get, in bytes, by `/proc/meminfo`. */
export function availableFrom(meminfo: string): number | undefined {
  const kibibytes = /^MemAvailable:\s+(\d+) kB$/m.exec(meminfo)?.[1];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}

/** The disks of `/sys/block`; its sizes are in sectors of 512 bytes whatever the disk's own. Loop, RAM and empty devices are none. */
async function readDisks(): Promise<Inventory['disks']> {
  const names = (await readdir('/sys/block').catch(() => [])).filter(
    (name) => !/^(loop|ram|zram|dm-|md|sr|fd)/.test(name),
  );
  const disks = await Promise.all(
    names.map(async (name) => ({
      name: bounded(name, 100),
      model: bounded(await readText(`/sys/block/${name}/device/model`), 200),
      totalBytes: Number(await readText(`/sys/block/${name}/size`)) * 512,
    })),
  );
  return disks.filter((disk) => disk.totalBytes > 0).slice(0, 128);
}
