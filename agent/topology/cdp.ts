import { mostRows, type Neighbor } from '#api/contract/agent-methods/topology.ts';
import { readRows } from './lldp.ts';
import { addressOf, bytesOf, shortText } from './values.ts';
import type { Row } from './walk.ts';

/** cdpCacheTable of CISCO-CDP-MIB; its index is the ifIndex and a number. */
const cache = '1.3.6.1.4.1.9.9.23.1.2.1.1';
const columns = { device: 6, addressType: 3, address: 4, port: 7, platform: 8 } as const;
const IP = 1;

/** Reads the neighbors from the CDP cache table. */
export async function readCdp(read: (column: string, most: number) => Promise<Row[]>): Promise<Neighbor[]> {
  const rows = await readRows(read, cache, columns, mostRows.neighbors);
  return rows.map(({ index, cells }) => {
    const device = shortText(bytesOf(cells.device), 100);
    const address = Number(cells.addressType?.value) === IP ? addressOf([...bytesOf(cells.address)]) : '';
    return {
      port: index[0] ?? 0,
      portName: '',
      protocol: 'CDP',
      mac: '',
      chassis: device.slice(0, 64).toWellFormed(),
      // Some devices append a serial number: `sw-1(FOX1234ABCD)`.
      systemName: device.replace(/\([^()]{1,40}\)$/, '').trim(),
      remotePort: shortText(bytesOf(cells.port), 64),
      remoteDescription: '',
      description: shortText(bytesOf(cells.platform), 100),
      addresses: address === '' ? [] : [address],
    };
  });
}
