import { isLocallyAdministered } from '#api/contract/mac.ts';
import type { FileReply } from '#api/contract/call.ts';
import type { NetworkPort, Station } from '#api/contract/network-map.ts';
import type { Actor } from '../access/actor.ts';
import { byteOrderMark, csvLines } from '../csv/write-csv.ts';
import type { Queries } from '../database/database.ts';
import { readMap } from './read-map.ts';

const titles = [
  'Switch',
  'Port',
  'Leads to',
  'Port there',
  'MAC',
  'Address',
  'Vendor',
  'Known by',
  'First seen',
  'Last seen',
];
const words = { LLDP: 'LLDP', CDP: 'CDP', MAC: 'MAC table' } as const;
/** Of a device with a few thousand ports at most: the page shows less. */
const mostExported = 50_000;

/** The table of the network map as a file: one line for each station, so that a group has several. @throws Refused `not_found` */
export async function exportMap(
  db: Queries,
  actor: Actor,
  place: { clientId: number; locationId?: number },
  now: Date,
  most = mostExported,
): Promise<{ file: FileReply; ports: number }> {
  const { devices, ports, omitted } = await readMap(db, actor, place, most);
  const names = new Map(devices.map(({ nodeId, name }) => [nodeId, name]));
  const file: FileReply = {
    name: `cairn-network-map-${now.toISOString().slice(0, 10)}.csv`,
    mediaType: 'text/csv',
    text: toCsv(ports, names, omitted),
  };
  return { file, ports: ports.length };
}

/** The last line says how many ports the file leaves out. */
async function* toCsv(
  ports: readonly NetworkPort[],
  names: ReadonlyMap<number, string>,
  omitted: number,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([titles]);
  for (const port of ports) yield csvLines(linesOf(port, names.get(port.nodeId) ?? ''));
  if (omitted > 0)
    yield csvLines([[`${omitted} more ${omitted === 1 ? 'port' : 'ports'}: export one location at a time`]]);
}

function linesOf(port: NetworkPort, device: string): unknown[][] {
  const { portName, kind, station, members, count, remotePort, knownBy, firstSeenAt, lastSeenAt } = port;
  const line = ({ name, mac, address, vendor }: Station) => [
    device,
    portName || (port.port === 0 ? '' : port.port),
    name || address || mac,
    remotePort,
    mac,
    address,
    vendor || (mac !== '' && isLocallyAdministered(mac) ? 'Locally administered' : ''),
    knownBy.map((way) => words[way]).join(', '),
    firstSeenAt,
    lastSeenAt,
  ];
  if (kind !== 'group') return [line(station)];
  const more = count - members.length;
  const rest =
    more > 0 ? [line({ nodeId: null, name: `${more} more addresses`, mac: '', address: '', vendor: '' })] : [];
  return [...members.map(line), ...rest];
}
