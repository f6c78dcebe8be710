import { isIP } from 'node:net';
import type { Station } from '#api/contract/network-map.ts';
import { vendorOfMac } from './mac-vendors.ts';

/** A device of the organization, as far as others can recognize it. */
export interface KnownDevice {
  id: number;
  locationId: number;
  name: string;
  /** All that it is called: its name, the name that a person gave it, its system name. */
  names: readonly string[];
  macs: readonly string[];
  addresses: readonly string[];
  /** Found by a discovery; empty where it did not tell. */
  vendor: string;
}

export interface Resolved {
  mac: string;
  address: string;
}

export interface Stations {
  byMac(mac: string): KnownDevice | undefined;
  byAddress(address: string, locationId: number): KnownDevice | undefined;
  byName(name: string, locationId: number): KnownDevice | undefined;
  /** The IP address of a MAC address by ARP; empty for none. */
  addressOf(mac: string): string;
  show(device: KnownDevice): Station;
  showUnknown(about: { name?: string; mac: string; address?: string }): Station;
}

/**
 * Recognizes devices by what switches say of them. What several devices have in common (an address of a cluster, a name that was given
 * twice) recognizes none of them, unless one alone is at the location of the switch. An IP address is recognized within its location
 * alone: private networks repeat.
 */
export function createStations(devices: readonly KnownDevice[], resolved: readonly Resolved[]): Stations {
  const macs = index(devices, ({ macs: own }) => own);
  const addresses = index(devices, (device) => device.addresses);
  const names = index(devices, (device) => device.names.map(keyOfName).filter(Boolean));
  const shortNames = index(devices, (device) => device.names.map(shortOf).filter(Boolean));
  const arp = new Map<string, string>();
  // An IPv4 address tells people more than one of IPv6 that a machine made for itself.
  for (const { mac, address } of resolved) if (!arp.has(mac) || !address.includes(':')) arp.set(mac, address);
  const at = (found: readonly KnownDevice[] | undefined, locationId: number) =>
    only(found?.filter((device) => device.locationId === locationId));
  const addressOf = (mac: string) => arp.get(mac) ?? '';
  return {
    byMac: (mac) => only(macs.get(mac)),
    byAddress: (address, locationId) => at(addresses.get(address), locationId),
    byName: (name, locationId) => {
      const full = names.get(keyOfName(name));
      const short = shortNames.get(shortOf(name));
      if (keyOfName(name) === '') return undefined;
      return only(full) ?? at(full, locationId) ?? only(short) ?? at(short, locationId);
    },
    addressOf,
    show: ({ id, name, macs: [mac = ''], addresses: [address = ''], vendor }) => ({
      nodeId: id,
      name,
      mac,
      address: address || addressOf(mac),
      vendor: vendor || vendorOfMac(mac),
    }),
    showUnknown: ({ name = '', mac, address = '' }) => ({
      nodeId: null,
      name,
      mac,
      address: address || addressOf(mac),
      vendor: vendorOfMac(mac),
    }),
  };
}

function index(devices: readonly KnownDevice[], keysOf: (device: KnownDevice) => readonly string[]) {
  const found = new Map<string, KnownDevice[]>();
  for (const device of devices)
    for (const key of new Set(keysOf(device))) {
      const others = found.get(key);
      if (others) others.push(device);
      else found.set(key, [device]);
    }
  return found;
}

function only(found: readonly KnownDevice[] | undefined): KnownDevice | undefined {
  return found?.length === 1 ? found[0] : undefined;
}

/** Empty for an IP address, by which a device without a name goes: `byAddress` recognizes it. */
function keyOfName(name: string): string {
  const trimmed = name.trim().toLowerCase();
  return isIP(trimmed) === 0 ? trimmed : '';
}

/** The first label of a DNS name: `sw-1` of `sw-1.example.com`. */
function shortOf(name: string): string {
  return keyOfName(name).split('.')[0] ?? '';
}
