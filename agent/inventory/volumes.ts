import { statfs } from 'node:fs/promises';
import type { Inventory } from '#api/contract/agent-methods/inventory.ts';
import { bounded } from './bounded.ts';
import { readText } from './read-text.ts';

/** A mounted file system. */
export interface Mount {
  device: string;
  mountPoint: string;
  fileSystem: string;
}

/** Network file systems are left out on purpose: one whose server is away would hold up the whole inventory. */
const LOCAL_WITHOUT_DEVICE = new Set(['zfs', 'btrfs', 'overlay']);
const PACKED_IMAGES = new Set(['squashfs', 'iso9660', 'erofs']);

/** The volumes among the lines of `/proc/mounts`: one mount a device, the one nearest the root. */
export function mountsFrom(text: string): Mount[] {
  const byDevice = new Map<string, Mount>();
  for (const line of text.split('\n')) {
    const [device, mountPoint, fileSystem] = line.split(' ').map(unescapeOctal);
    if (!device || !mountPoint || !fileSystem || PACKED_IMAGES.has(fileSystem)) continue;
    const isRootOverlay = fileSystem === 'overlay' && mountPoint === '/';
    if (
      !device.startsWith('/dev/') &&
      !isRootOverlay &&
      !(LOCAL_WITHOUT_DEVICE.has(fileSystem) && fileSystem !== 'overlay')
    )
      continue;
    const known = byDevice.get(device);
    if (!known || mountPoint.length < known.mountPoint.length) byDevice.set(device, { device, mountPoint, fileSystem });
  }
  return [...byDevice.values()];
}

/** `/proc/mounts` writes blanks and backslashes as `\040`. */
function unescapeOctal(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_match, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}

/** Sizes of the volumes; one that cannot be read is left out. */
export async function volumesOf(mounts: readonly Mount[]): Promise<Inventory['volumes']> {
  const measured = await Promise.all(
    mounts.slice(0, 128).map(async (mount) => {
      const sizes = await statfs(mount.mountPoint).catch(() => undefined);
      if (!sizes || sizes.blocks === 0) return [];
      return [
        {
          mountPoint: bounded(mount.mountPoint, 1024),
          device: bounded(mount.device, 1024),
          fileSystem: bounded(mount.fileSystem, 50),
          totalBytes: sizes.blocks * sizes.bsize,
          freeBytes: sizes.bavail * sizes.bsize,
        },
      ];
    }),
  );
  return measured.flat().sort((left, right) => (left.mountPoint < right.mountPoint ? -1 : 1));
}

/** The drive or root that a platform without a list of mounts runs from. */
const systemMount = () => (process.platform === 'win32' ? `${process.env['SystemDrive'] ?? 'C:'}\\` : '/');

/** The volumes of this machine, now: on Linux every local one, elsewhere the one that the system runs from. */
export async function fixedVolumes(): Promise<Inventory['volumes']> {
  if (process.platform === 'linux') return volumesOf(mountsFrom(await readText('/proc/mounts')));
  const mountPoint = systemMount();
  return volumesOf([{ device: mountPoint, mountPoint, fileSystem: '' }]);
}
