import type { NetworkPort } from '#api/contract/network-map.ts';
import type { WayOfKnowing } from '#api/contract/network-map-names.ts';
import type { deviceNeighbor } from '../database/schema/topology.ts';
import type { Found } from './found.ts';
import { joinEnds } from './join-ends.ts';
import type { PortNames } from './port-names.ts';
import type { KnownDevice, Stations } from './stations.ts';

export type NeighborRow = typeof deviceNeighbor.$inferSelect;

/** The MAC addresses that a device learned at a port: how many, and those among them that are listed. */
export interface LearnedRow {
  nodeId: number;
  port: number;
  count: number;
  macs: readonly string[];
  firstSeenAt: Date;
  lastSeenAt: Date;
}

/** What the readings of an organization's devices said. */
export interface Readings {
  /** By id, the devices that were read. */
  readers: ReadonlyMap<number, KnownDevice>;
  names: PortNames;
  neighbors: readonly NeighborRow[];
  learned: readonly LearnedRow[];
}

/** Stations of a group that are listed. */
export const mostMembers = 32;

/**
 * What each port leads to. A neighbour that names itself is certain. Of MAC addresses learned at a port, one alone is what is
 * connected; among several, a single device that forwards itself is the switch behind which the others are; anything else is a group.
 */
export function resolvePorts(stations: Stations, readings: Readings): NetworkPort[] {
  const named = mergeProtocols(readings.neighbors.map((row) => fromNeighbor(stations, readings, row)));
  const taken = new Map(named.map((found) => [portKey(found), found]));
  const forwarding = new Set(readings.learned.map(({ nodeId }) => nodeId));
  const certain = new Set(named.flatMap(({ target }) => (target && !forwarding.has(target.id) ? [target.id] : [])));
  const learned: Found[] = [];
  for (const row of readings.learned) {
    const self = readings.readers.get(row.nodeId);
    if (!self) continue;
    const known = taken.get(portKey(row));
    if (known) known.count = row.count;
    else learned.push(...fromLearned(stations, readings, row, { self, forwarding, certain }));
  }
  return joinEnds([...named, ...learned], readings.names);
}

function portKey({ nodeId, port }: { nodeId: number; port: number }): string {
  return `${nodeId} ${port}`;
}

function fromNeighbor(stations: Stations, { names, readers }: Readings, row: NeighborRow): Found {
  const locationId = readers.get(row.nodeId)?.locationId ?? 0;
  const { mac, systemName, chassis, addresses, remotePort } = row;
  const target =
    stations.byMac(mac) ??
    stations.byMac(remotePort) ??
    first(addresses, (address) => stations.byAddress(address, locationId)) ??
    stations.byName(systemName, locationId) ??
    stations.byName(chassis, locationId);
  const [address = ''] = addresses;
  const unknown = stations.showUnknown({ name: systemName || chassis, mac, address });
  return {
    nodeId: row.nodeId,
    port: row.port,
    portName: names.nameOf(row.nodeId, row.port) || row.portName,
    kind: target ? 'device' : 'neighbor',
    key: target ? deviceKey(target) : mac ? macKey(mac) : `name ${(systemName || chassis || address).toLowerCase()}`,
    station: target ? stations.show(target) : unknown,
    remotePort: portThere(row, target && names.called(target.id, remotePort)),
    description: row.description,
    count: 0,
    members: [],
    knownBy: [row.protocol],
    firstSeenAt: row.firstSeenAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    target,
    said: remotePort,
  };
}

/** The port at the other end as its device lists it, else its description where it goes by a MAC address, else as it calls itself. */
function portThere({ remotePort, remoteDescription }: NeighborRow, listed: string | undefined): string {
  if (listed !== undefined && listed !== remotePort) return listed;
  const isMac = /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(remotePort);
  return (isMac ? remoteDescription : '') || remotePort || remoteDescription;
}

/** One row where a device names itself at a port by LLDP and by CDP. LLDP tells more, and comes first. */
function mergeProtocols(rows: readonly Found[]): Found[] {
  const merged = new Map<string, Found[]>();
  const isLldp = ({ knownBy }: Found) => knownBy.includes('LLDP');
  for (const row of [...rows.filter(isLldp), ...rows.filter((each) => !isLldp(each))]) {
    const others = merged.get(portKey(row)) ?? [];
    const same = others.find(
      (other) => other.knownBy[0] !== row.knownBy[0] && isSame(other.station, row.station, other.key === row.key),
    );
    if (same) same.knownBy = [...same.knownBy, ...row.knownBy];
    else merged.set(portKey(row), [...others, row]);
  }
  return [...merged.values()].flat();
}

function isSame(a: Found['station'], b: Found['station'], isOneKey: boolean): boolean {
  if (isOneKey) return true;
  if (a.nodeId !== null || b.nodeId !== null) return false;
  const sameName = a.name !== '' && a.name.toLowerCase() === b.name.toLowerCase();
  return sameName || (a.address !== '' && a.address === b.address);
}

interface Around {
  self: KnownDevice;
  /** Devices that have a forwarding table, as a switch. */
  forwarding: ReadonlySet<number>;
  /** Devices that named themselves at a port, and forward nothing: elsewhere their address is one that passes through. */
  certain: ReadonlySet<number>;
}

function fromLearned(stations: Stations, { names }: Readings, row: LearnedRow, around: Around): Found[] {
  const seen = row.macs.map((mac) => ({
    mac,
    device: stations.byMac(mac) ?? byArp(stations, mac, around.self.locationId),
  }));
  const others = seen.filter(({ device }) => device?.id !== around.self.id);
  const count = row.count - (seen.length - others.length);
  const [one] = others;
  if (one === undefined || count < 1) return [];
  if (others.every(({ device }) => device && around.certain.has(device.id))) return [];
  const switches = uniqueDevices(
    others.flatMap(({ device }) => (device && around.forwarding.has(device.id) ? device : [])),
  );
  const [behind] = switches;
  const target = switches.length === 1 ? behind : count === 1 ? one.device : undefined;
  const members = others.slice(0, mostMembers).map(({ mac, device }) => toStation(stations, mac, device));
  const isOne = target !== undefined || count === 1;
  const knownBy: WayOfKnowing[] = ['MAC'];
  const nothing = { nodeId: null, name: '', mac: '', address: '', vendor: '' };
  return [
    {
      nodeId: row.nodeId,
      port: row.port,
      portName: names.nameOf(row.nodeId, row.port),
      kind: target ? 'device' : count === 1 ? 'address' : 'group',
      key: target ? deviceKey(target) : count === 1 ? macKey(one.mac) : `group ${portKey(row)}`,
      station: target ? stations.show(target) : count === 1 ? toStation(stations, one.mac, undefined) : nothing,
      remotePort: '',
      description: '',
      count,
      members: isOne ? [] : members,
      knownBy,
      firstSeenAt: row.firstSeenAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
      target,
      ...(switches.length > 1 && { switches }),
    },
  ];
}

function toStation(stations: Stations, mac: string, device: KnownDevice | undefined): Found['station'] {
  return device ? { ...stations.show(device), mac } : stations.showUnknown({ mac });
}

/** A device that never told its MAC address, by the IP address that has it. */
function byArp(stations: Stations, mac: string, locationId: number): KnownDevice | undefined {
  const address = stations.addressOf(mac);
  return address === '' ? undefined : stations.byAddress(address, locationId);
}

function uniqueDevices(devices: readonly KnownDevice[]): KnownDevice[] {
  return [...new Map(devices.map((device) => [device.id, device])).values()];
}

function first<T>(values: readonly string[], find: (value: string) => T | undefined): T | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

function deviceKey({ id }: KnownDevice): string {
  return `device ${id}`;
}

function macKey(mac: string): string {
  return `mac ${mac}`;
}
