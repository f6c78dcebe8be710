import { profiles } from './profiles.ts';

/** Whom a device answers by SNMP; `none` answers pings only. */
export type Speaks = 'community' | 'v3' | 'other' | 'none';

export interface Device {
  address: string;
  name: string;
  profile: keyof typeof profiles;
  speaks: Speaks;
  /** Names of the devices at its first ports, as LLDP tells them. */
  neighbours: readonly string[];
}

/** Every device has an address of its own below this one. */
const prefix = '127.20.0';
/** What to discover. */
export const demoBlock = `${prefix}.0/25`;
/** For documentation (RFC 3849): no network routes them, so nobody answers, not even a ping. */
export const silentAddresses: readonly string[] = ['2001:db8::1', '2001:db8::2', '2001:db8::3'];

/** What every device answers that is not set up otherwise. */
export const community = 'northwind-read';
export const v3User = { name: 'northwind', authKey: 'demo authentication key', privKey: 'demo privacy key' };

interface Group {
  profile: keyof typeof profiles;
  /** `#` is the number within the group, of two digits. */
  name: string;
  /** The last numbers of the addresses. */
  from: number;
  count: number;
  speaks?: Speaks;
  /** Names of their neighbours. */
  neighbours?: readonly string[];
}

const core = ['sw-core-01', 'sw-core-02'];

const groups: readonly Group[] = [
  { profile: 'mikrotikRouter', name: 'rt-edge-#', from: 1, count: 2, neighbours: ['fw-01', ...core] },
  { profile: 'fortigate', name: 'fw-#', from: 3, count: 1, neighbours: core },
  { profile: 'ciscoCore', name: 'sw-core-#', from: 5, count: 2, neighbours: ['fw-01', 'rt-edge-01', 'rt-edge-02'] },
  { profile: 'ciscoAccess', name: 'sw-floor-#', from: 10, count: 8, neighbours: core },
  { profile: 'hpSwitch', name: 'sw-shop-#', from: 20, count: 8, neighbours: core },
  { profile: 'dlinkSwitch', name: 'sw-desk-#', from: 30, count: 3, neighbours: ['sw-shop-01'] },
  { profile: 'ciscoAccess', name: 'sw-vault-#', from: 34, count: 1, speaks: 'v3', neighbours: core },
  { profile: 'hpPrinter', name: 'prn-office-#', from: 40, count: 8 },
  { profile: 'kyoceraPrinter', name: 'prn-copy-#', from: 50, count: 6 },
  { profile: 'apcUps', name: 'ups-#', from: 60, count: 4 },
  { profile: 'unifiAccessPoint', name: 'ap-#', from: 70, count: 16 },
  { profile: 'synology', name: 'nas-#', from: 90, count: 2 },
  { profile: 'linuxServer', name: 'srv-#', from: 95, count: 4 },
  { profile: 'hpSwitch', name: 'sw-tenant-#', from: 100, count: 2, speaks: 'other' },
  { profile: 'linuxServer', name: 'srv-closed-#', from: 105, count: 1, speaks: 'none' },
];

/** The devices of the customer. At every other address of the block, the computer itself answers the ping. */
export const devices: readonly Device[] = groups.flatMap(
  ({ profile, name, from, count, speaks = 'community', neighbours = [] }) =>
    Array.from({ length: count }, (_, index) => ({
      address: `${prefix}.${from + index}`,
      name: name.replace('#', String(index + 1).padStart(2, '0')),
      profile,
      speaks,
      neighbours,
    })),
);
