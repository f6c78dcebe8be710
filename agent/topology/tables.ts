import { isStation } from '#api/contract/mac.ts';
import { mostRows, type Topology } from '#api/contract/agent-methods/topology.ts';
import { numberOf } from '../discovery/read-snmp.ts';
import { readRows } from './lldp.ts';
import { addressInIndex, addressOf, bytesOf, macOf, macOfIndex, shortText } from './values.ts';
import type { Row } from './walk.ts';

type Read = (column: string, most: number) => Promise<Row[]>;

const HIGHEST_INDEX = 2 ** 31 - 1;
/** ifPhysAddress and ifDescr (RFC 2863), and ifName. */
const [interfaceMac, interfaceDescription] = ['1.3.6.1.2.1.2.2.1.6', '1.3.6.1.2.1.2.2.1.2'];
const interfaceName = '1.3.6.1.2.1.31.1.1.1.1';

/** ipNetToPhysicalPhysAddress (RFC 4293), and ipNetToMediaPhysAddress (RFC 1213), which it replaces. */
const neighbourMac = '1.3.6.1.2.1.4.35.1.4';
const arpMac = '1.3.6.1.2.1.4.22.1.2';

/** BRIDGE-MIB (RFC 4188) and Q-BRIDGE-MIB (RFC 4363). */
const bridgePort = '1.3.6.1.2.1.17.1.4.1.2';
const bridges = [
  { table: '1.3.6.1.2.1.17.7.1.2.2.1', before: 1 },
  { table: '1.3.6.1.2.1.17.4.3.1', before: 0 },
] as const;
const bridgeColumns = { port: 2, status: 3 } as const;
const LEARNED = 3;

/** The interfaces by ifIndex: ifName, else ifDescr, and the MAC address. */
export async function readPorts(read: Read): Promise<(Topology['ports'][number] & { description: string })[]> {
  const described = await read(interfaceDescription, mostRows.ports);
  const names = byFirst(await read(interfaceName, mostRows.ports));
  const macs = byFirst(await read(interfaceMac, mostRows.ports));
  return described.flatMap(({ index: [index = 0], varbind }) => {
    if (index < 1 || index > HIGHEST_INDEX) return [];
    const description = shortText(bytesOf(varbind), 64);
    const name = shortText(bytesOf(names.get(index)?.varbind), 64) || description || String(index);
    const mac = macOf(bytesOf(macs.get(index)?.varbind));
    return [{ index, name, mac: isStation(mac) ? mac : '', description }];
  });
}

/** Where the device learned each MAC address, by ifIndex. Its own addresses and those that a person configured are left out. */
export async function readForwarding(read: Read): Promise<Topology['forwarding']> {
  const ports = byFirst(await read(bridgePort, mostRows.ports));
  const found = new Map<string, Topology['forwarding'][number]>();
  for (const { table, before } of bridges) {
    if (found.size > 0) break;
    for (const { index, cells } of await readRows(read, table, bridgeColumns, mostRows.forwarding)) {
      const mac = macOfIndex(index.slice(before));
      const number = numberOf(cells.port, HIGHEST_INDEX);
      const status = cells.status === undefined ? LEARNED : numberOf(cells.status, 10);
      // Port 0: the device heard of the address and does not know where.
      if (!isStation(mac) || number === 0 || status !== LEARNED) continue;
      // A device without dot1dBasePortTable numbers its bridge ports as its interfaces.
      const port = ports.size === 0 ? number : numberOf(ports.get(number)?.varbind, HIGHEST_INDEX);
      if (port > 0 && !found.has(`${port} ${mac}`)) found.set(`${port} ${mac}`, { port, mac });
    }
  }
  return [...found.values()];
}

/** The addresses that the device resolved, each once. */
export async function readAddresses(read: Read): Promise<Topology['addresses']> {
  const found = new Map<string, string>();
  const add = (address: string, mac: string) => {
    if (address !== '' && isStation(mac)) found.set(address, mac);
  };
  // ifIndex, the type of the address, its length and its bytes.
  for (const { index, varbind } of await read(neighbourMac, mostRows.addresses))
    add(addressInIndex(index.slice(2)), macOf(bytesOf(varbind)));
  if (found.size === 0)
    for (const { index, varbind } of await read(arpMac, mostRows.addresses))
      add(addressOf(index.slice(1)), macOf(bytesOf(varbind)));
  return [...found].map(([address, mac]) => ({ address, mac }));
}

function byFirst(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.index[0] ?? 0, row]));
}
