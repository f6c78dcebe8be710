import { mostManagementAddresses, mostRows, type Neighbor } from '#api/contract/agent-methods/topology.ts';
import type { Varbind } from '../discovery/snmp-session.ts';
import { addressInIndex, addressOf, bytesOf, macOf, shortText } from './values.ts';
import type { Row } from './walk.ts';

/** LLDP-MIB (IEEE 802.1AB-2005): a column and the index of a row follow. */
const local = '1.0.8802.1.1.2.1.3';
export const localChassis = [`${local}.1.0`, `${local}.2.0`];
const localPort = `${local}.7.1`;
const remote = '1.0.8802.1.1.2.1.4.1.1';
const management = '1.0.8802.1.1.2.1.4.2.1';

/** Subtypes of a chassis and of a port that have a meaning beyond a text. */
export const chassisIs = { mac: 4, address: 5 } as const;
export const portIs = { alias: 1, mac: 3, address: 4, name: 5 } as const;
const localColumns = { type: 2, id: 3, description: 4 } as const;
const remoteColumns = {
  chassisType: 4,
  chassis: 5,
  portType: 6,
  port: 7,
  portDescription: 8,
  name: 9,
  description: 10,
};

type Read = (column: string, most: number) => Promise<Row[]>;

/** A port as the device names it in LLDP, by lldpLocPortNum, which need not be its ifIndex. */
export interface LocalPort {
  type: number;
  id: Buffer;
  description: string;
}

export async function readLocalPorts(read: Read): Promise<Map<number, LocalPort>> {
  const rows = await readRows(read, localPort, localColumns, mostRows.ports);
  const found = new Map<number, LocalPort>();
  for (const { index, cells } of rows)
    found.set(index[0] ?? 0, {
      type: Number(cells.type?.value),
      id: bytesOf(cells.id),
      description: shortText(bytesOf(cells.description), 64),
    });
  return found;
}

/** Reads the neighbors from lldpRemTable. `port` is the local LLDP port number. */
export async function readRemotes(read: Read): Promise<Neighbor[]> {
  const rows = await readRows(read, remote, remoteColumns, mostRows.neighbors);
  if (rows.length === 0) return [];
  const addresses = await readManagementAddresses(read);
  return rows.map(({ index, cells }) => {
    const [, port = 0] = index;
    const chassis = identityOf(Number(cells.chassisType?.value), bytesOf(cells.chassis), chassisIs);
    const remotePort = identityOf(Number(cells.portType?.value), bytesOf(cells.port), portIs);
    const known = addresses.get(index.join('.')) ?? [];
    return {
      port,
      portName: '',
      protocol: 'LLDP',
      mac: chassis.mac,
      chassis: chassis.text,
      systemName: shortText(bytesOf(cells.name), 100),
      remotePort: remotePort.mac || remotePort.text,
      remoteDescription: shortText(bytesOf(cells.portDescription), 64),
      description: shortText(bytesOf(cells.description), 100),
      addresses:
        chassis.address && !known.includes(chassis.address)
          ? [chassis.address, ...known].slice(0, mostManagementAddresses)
          : known,
    };
  });
}

/** Reads lldpRemManAddrTable: management addresses by neighbor. The row index contains the address, after its family and length. */
async function readManagementAddresses(read: Read): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const { index } of await read(`${management}.3`, mostRows.neighbors * mostManagementAddresses)) {
    const key = index.slice(0, 3).join('.');
    const address = addressInIndex(index.slice(4));
    const known = found.get(key) ?? [];
    if (address !== '' && known.length < mostManagementAddresses) found.set(key, [...known, address]);
  }
  return found;
}

/** What a chassis or port id says: a MAC address, an IP address after its family, or a text. */
export function identityOf(
  type: number,
  bytes: Buffer,
  is: { mac: number; address: number },
): { mac: string; address: string; text: string } {
  const mac = type === is.mac ? macOf(bytes) : '';
  const address = type === is.address ? addressOf([...bytes.subarray(1)]) : '';
  return { mac, address, text: mac === '' ? address || shortText(bytes, 64) : '' };
}

type Cells<Names> = { [Name in keyof Names]?: Varbind };

/** Columns of one table, by row. A row whose first column is missing is not listed. */
export async function readRows<Names extends Readonly<Record<string, number>>>(
  read: Read,
  table: string,
  columns: Names,
  most: number,
): Promise<{ index: number[]; cells: Cells<Names> }[]> {
  const rows = new Map<string, { index: number[]; cells: Record<string, Varbind> }>();
  for (const [name, column] of Object.entries(columns)) {
    const isFirst = rows.size === 0;
    const cells = await read(`${table}.${column}`, most);
    if (isFirst && cells.length === 0) return [];
    for (const { index, varbind } of cells) {
      const key = index.join('.');
      const row = rows.get(key);
      if (row) row.cells[name] = varbind;
      else if (isFirst) rows.set(key, { index, cells: { [name]: varbind } });
    }
  }
  return [...rows.values()] as { index: number[]; cells: Cells<Names> }[];
}
