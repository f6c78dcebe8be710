import { describe, expect, it } from 'vitest';
import { bounded } from './bounded.ts';
import { filled, looksLikeServer, virtualizationFrom } from './machine.ts';
import { networkFrom } from './network.ts';
import { osReleaseFrom } from './os-release.ts';
import { lastLoggedInFrom, loggedInFrom } from './sessions.ts';
import { mountsFrom } from './volumes.ts';

describe('os-release', () => {
  it('is read with its quotes and escapes', () => {
    const text =
      'NAME="Debian GNU/Linux"\nID=debian\n# a comment\nPRETTY_NAME=\'Odd "one"\'\nLOGO="a \\$ b"\nVERSION_ID="12"\n';
    expect(osReleaseFrom(text)).toEqual({
      NAME: 'Debian GNU/Linux',
      ID: 'debian',
      PRETTY_NAME: 'Odd "one"',
      LOGO: 'a $ b',
      VERSION_ID: '12',
    });
  });
});

describe('volumes', () => {
  it('are the local file systems, each device once, at the mount nearest the root', () => {
    const text = [
      'proc /proc proc rw 0 0',
      'tmpfs /run tmpfs rw 0 0',
      '/dev/sda2 /var/lib/thing/bind ext4 rw 0 0',
      '/dev/sda2 / ext4 rw 0 0',
      '/dev/loop3 /snap/core squashfs ro 0 0',
      '/dev/sdb1 /mnt/with\\040blank xfs rw 0 0',
      'server:/share /mnt/nfs nfs4 rw 0 0',
      '//server/share /mnt/cifs cifs rw 0 0',
      'tank/home /home zfs rw 0 0',
      'overlay /var/lib/docker/overlay2/x/merged overlay rw 0 0',
      '',
    ].join('\n');
    expect(mountsFrom(text)).toEqual([
      { device: '/dev/sda2', mountPoint: '/', fileSystem: 'ext4' },
      { device: '/dev/sdb1', mountPoint: '/mnt/with blank', fileSystem: 'xfs' },
      { device: 'tank/home', mountPoint: '/home', fileSystem: 'zfs' },
    ]);
  });

  it('count the overlay at the root of a container', () => {
    expect(mountsFrom('overlay / overlay rw 0 0\n')).toEqual([
      { device: 'overlay', mountPoint: '/', fileSystem: 'overlay' },
    ]);
  });
});

describe('network interfaces', () => {
  it('are those without loopback, each with its hardware address', () => {
    const address = (address: string, mac: string, internal = false) => ({
      address,
      mac,
      internal,
      family: 'IPv4' as const,
      netmask: '',
      cidr: null,
    });
    expect(
      networkFrom({
        lo: [address('127.0.0.1', '00:00:00:00:00:00', true)],
        tun0: [address('10.8.0.2', '00:00:00:00:00:00')],
        eth0: [address('192.0.2.7', 'AA:BB:CC:00:11:22'), address('192.0.2.7', 'AA:BB:CC:00:11:22')],
      }),
    ).toEqual([
      { name: 'eth0', macAddress: 'aa:bb:cc:00:11:22', ipAddresses: ['192.0.2.7'] },
      { name: 'tun0', macAddress: '', ipAddresses: ['10.8.0.2'] },
    ]);
  });
});

describe('logged-in users', () => {
  /** A record as login writes it. */
  function entry(kind: number, user: string, at: number): Buffer {
    const bytes = Buffer.alloc(384);
    bytes.writeInt16LE(kind, 0);
    bytes.write(user, 44, 32);
    bytes.writeInt32LE(at, 340);
    return bytes;
  }

  it('are the user processes of utmp, and the latest of wtmp', () => {
    const log = Buffer.concat([
      entry(2, 'reboot', 1),
      entry(7, 'ada', 100),
      entry(7, 'grace', 300),
      entry(8, '', 400),
      entry(7, 'ada', 200),
      Buffer.alloc(17),
    ]);
    expect(loggedInFrom(log)).toEqual(['ada', 'grace']);
    expect(lastLoggedInFrom(log)).toBe('grace');
    expect(lastLoggedInFrom(Buffer.alloc(0))).toBe('');
  });

  it('have names of up to 32 bytes', () => {
    expect(loggedInFrom(entry(7, 'a'.repeat(40), 1))).toEqual(['a'.repeat(32)]);
  });
});

describe('the machine', () => {
  it.each(['To Be Filled By O.E.M.', 'Default string', 'None', '00000000', 'System Serial Number'])(
    'has no "%s"',
    (text) => {
      expect(filled(text)).toBe('');
    },
  );

  it.each([
    ['vmware', { firmware: { manufacturer: 'VMware, Inc.', model: 'VMware7,1' } }],
    ['hyper-v', { firmware: { manufacturer: 'Microsoft Corporation', model: 'Virtual Machine' } }],
    ['kvm', { firmware: { manufacturer: 'QEMU', model: 'Standard PC' }, hypervisorFlag: true }],
    ['', { firmware: { manufacturer: 'Microsoft Corporation', model: 'Surface Pro' } }],
    ['', { firmware: { manufacturer: 'Dell Inc.', model: 'PowerEdge R740' } }],
    ['docker', { container: 'docker', firmware: { manufacturer: 'Dell Inc.', model: '' } }],
    ['xen', { hypervisorType: 'xen', hypervisorFlag: true }],
    ['virtual', { hypervisorFlag: true }],
  ])('is known to be "%s"', (name, signs) => {
    expect(
      virtualizationFrom({
        container: '',
        firmware: { manufacturer: '', model: '' },
        hypervisorType: '',
        hypervisorFlag: false,
        ...signs,
      }),
    ).toBe(name);
  });

  it('serves unless somebody is meant to sit at it', () => {
    expect(looksLikeServer({ graphicalTarget: true, displayManager: false, chassisType: 23 })).toBe(true);
    expect(looksLikeServer({ graphicalTarget: true, displayManager: true, chassisType: 1 })).toBe(false);
    expect(looksLikeServer({ graphicalTarget: false, displayManager: true, chassisType: 10 })).toBe(false);
    expect(looksLikeServer({ graphicalTarget: false, displayManager: false, chassisType: 10 })).toBe(true);
  });
});

describe('a text', () => {
  it('loses control characters, length beyond its bound and halves of characters', () => {
    expect(bounded('a\u0000b\nc\u001B[31m', 100)).toBe('a b c [31m');
    expect(bounded('😀😀', 3)).toBe('😀\uFFFD');
    expect(bounded(undefined, 10)).toBe('');
  });
});
