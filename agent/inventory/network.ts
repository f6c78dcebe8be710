import type { NetworkInterfaceInfo } from 'node:os';
import type { Inventory } from '#api/contract/agent-methods/inventory.ts';
import { bounded } from './bounded.ts';

const NO_MAC = '00:00:00:00:00:00';

/** The interfaces of `os.networkInterfaces()` without loopback, those with a hardware address first. */
export function networkFrom(found: NodeJS.Dict<NetworkInterfaceInfo[]>): Inventory['networkInterfaces'] {
  const interfaces = Object.entries(found).flatMap(([name, addresses = []]) => {
    const outside = addresses.filter((address) => !address.internal);
    if (outside.length === 0) return [];
    const mac = outside.find((address) => address.mac !== NO_MAC)?.mac ?? '';
    const ipAddresses = [...new Set(outside.map((address) => bounded(address.address, 64)))];
    return [{ name: bounded(name, 100), macAddress: mac.toLowerCase(), ipAddresses: ipAddresses.slice(0, 64) }];
  });
  return interfaces
    .sort((left, right) => Number(right.macAddress !== '') - Number(left.macAddress !== ''))
    .slice(0, 128);
}
