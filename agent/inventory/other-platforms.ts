import { userInfo, version } from 'node:os';
import type { PlatformFacts } from './platform-facts.ts';
import { outputOf } from './read-text.ts';
import { fixedVolumes, volumesOf } from './volumes.ts';

const nothingRead = { manufacturer: '', model: '', biosSerialNumber: '', biosVersion: '', virtualization: '' };

/** macOS: its version by `sw_vers`, its model by `sysctl`, its serial number by `ioreg`. */
export async function macFacts(): Promise<PlatformFacts> {
  const [productVersion, model, registry, console] = await Promise.all([
    outputOf('sw_vers', ['-productVersion']),
    outputOf('sysctl', ['-n', 'hw.model']),
    outputOf('ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']),
    outputOf('stat', ['-f', '%Su', '/dev/console']),
  ]);
  const serial = /"IOPlatformSerialNumber" = "([^"]+)"/.exec(registry)?.[1] ?? '';
  return {
    osName: `macOS ${productVersion}`.trim(),
    osVersion: productVersion,
    isServer: false,
    machine: { ...nothingRead, manufacturer: 'Apple Inc.', model, biosSerialNumber: serial },
    availableBytes: undefined,
    disks: [],
    volumes: await volumesOf([{ device: '/', mountPoint: '/', fileSystem: 'apfs' }]),
    loggedInUsers: console && console !== 'root' ? [console] : [],
    lastLoggedInUser: console === 'root' ? '' : console,
  };
}

/** Windows and the rest: what Node's `os` gives, and the size of the volume it runs from. */
export async function plainFacts(): Promise<PlatformFacts> {
  const name = version();
  return {
    osName: name,
    osVersion: '',
    isServer: /\bserver\b/i.test(name),
    machine: nothingRead,
    availableBytes: undefined,
    disks: [],
    volumes: await fixedVolumes(),
    loggedInUsers: [],
    lastLoggedInUser: userInfo().username,
  };
}
