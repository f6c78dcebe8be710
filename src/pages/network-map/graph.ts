import type { CallReply } from '#api/client.ts';
import { isLocallyAdministered } from '#api/contract/mac.ts';

export type NetworkMap = CallReply<'readNetworkMap'>;
export type Port = NetworkMap['ports'][number];
export type Station = Port['station'];
export type MapDevice = NetworkMap['devices'][number];

/** A circle of the map. */
export interface MapNode {
  key: string;
  kind: Port['kind'];
  /** Of a device alone. */
  device: MapDevice | undefined;
  /** Of anything but a device. */
  station: Station;
  label: string;
  /** MAC addresses of a group. */
  count: number;
  members: readonly Station[];
  links: number;
  /** It says itself what is at its ports, or stands between others: its name is shown first. */
  isHub: boolean;
}

/** A line of the map: one for each pair of nodes. */
export interface MapEdge {
  key: string;
  from: string;
  to: string;
  /** How many cables. */
  cables: number;
  /** A device named the other itself; else a MAC address was learned. */
  isNamed: boolean;
}

export interface Graph {
  nodes: readonly MapNode[];
  edges: readonly MapEdge[];
}

export const deviceKey = (id: number): string => `device ${id}`;

/** What a station is called: its name, else its address. */
export function stationLabel({ name, address, mac }: Station): string {
  return name || address || mac;
}

/** The vendor, or why there is none. `words`: what to call an address that software chose. */
export function vendorText({ vendor, mac }: Pick<Station, 'vendor' | 'mac'>, words: string): string {
  return vendor || (mac !== '' && isLocallyAdministered(mac) ? words : '');
}

/** `groupName`: what a group of so many addresses is called. */
export function graphOf(
  { devices, ports }: Pick<NetworkMap, 'devices' | 'ports'>,
  groupName: (count: number) => string,
): Graph {
  const byId = new Map(devices.map((device) => [device.nodeId, device]));
  const nodes = new Map<string, MapNode>();
  const addDevice = (device: MapDevice) => {
    const { name, address, mac, vendor, nodeId } = device;
    const station = { nodeId, name, address, mac, vendor };
    add(nodes, { key: deviceKey(nodeId), kind: 'device', device, station, label: name, isHub: device.readAt !== null });
  };
  for (const device of devices) if (device.readAt !== null) addDevice(device);
  const edges = new Map<string, MapEdge & { ids: Set<number> }>();
  for (const port of ports) {
    const here = byId.get(port.nodeId);
    const there = port.station.nodeId === null ? undefined : byId.get(port.station.nodeId);
    if (!here) continue;
    if (there) addDevice(there);
    else
      add(nodes, {
        key: port.key,
        kind: port.kind,
        device: undefined,
        station: port.station,
        label: port.kind === 'group' ? groupName(port.count) : stationLabel(port.station),
        isHub: false,
        count: port.count,
        members: port.members,
      });
    connect(edges, port);
  }
  for (const { from, to, cables } of edges.values())
    for (const key of [from, to]) {
      const node = nodes.get(key);
      if (node) node.links += cables;
    }
  // What several devices lead to stands between them, also if it was not added.
  for (const node of nodes.values()) if (node.kind !== 'group' && node.links > 1) node.isHub = true;
  return {
    nodes: [...nodes.values()].toSorted((a, b) => b.links - a.links || (a.key < b.key ? -1 : 1)),
    edges: [...edges.values()].map(({ ids: _ids, ...edge }) => edge),
  };
}

function add(
  nodes: Map<string, MapNode>,
  node: Omit<MapNode, 'links' | 'count' | 'members'> & Partial<Pick<MapNode, 'count' | 'members'>>,
): void {
  if (!nodes.has(node.key)) nodes.set(node.key, { count: 0, members: [], ...node, links: 0 });
}

function connect(edges: Map<string, MapEdge & { ids: Set<number> }>, port: Port): void {
  const from = deviceKey(port.nodeId);
  if (from === port.key) return;
  const [one = '', other = ''] = [from, port.key].toSorted();
  const key = `${one}|${other}`;
  const edge = edges.get(key) ?? { key, from: one, to: other, cables: 0, isNamed: false, ids: new Set<number>() };
  // Both ends of a cable have the number of its link.
  edge.ids.add(port.link);
  edge.cables = edge.ids.size;
  edge.isNamed ||= port.knownBy.some((way) => way !== 'MAC');
  edges.set(key, edge);
}

/** Nodes whose name, addresses or vendor contain the text, or whose members' do. */
export function matchesOf({ nodes }: Graph, search: string): ReadonlySet<string> | undefined {
  const text = search.trim().toLowerCase();
  if (text === '') return undefined;
  const holds = (station: Station) =>
    [station.name, station.address, station.mac, station.vendor].some((value) => value.toLowerCase().includes(text));
  return new Set(nodes.filter(({ station, members }) => [station, ...members].some(holds)).map(({ key }) => key));
}
