import { Type, type Static } from 'typebox';
import { Closed, Mac, Nullable, OneOf, Text } from '../shapes.ts';
import { Address, SnmpCredential } from './discovery.ts';
import { mostInterfaces } from './interfaces.ts';

/** Rows that the probe reads of each table at most. With the longest texts a reading stays below the largest message. */
export const mostRows = { ports: mostInterfaces, neighbors: 64, forwarding: 1024, addresses: 512 } as const;
export const mostManagementAddresses = 4;

export const neighborProtocols = ['LLDP', 'CDP'] as const;

/** ifIndex; 0 where the device does not say which interface it is. */
const Port = Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 });

/** An interface with its own MAC address, which tells other devices' tables who it is. */
const PortName = Closed({ index: Port, name: Text(64), mac: Mac });

/** What another device says of itself at a port, by LLDP (IEEE 802.1AB) or CDP. */
const Neighbor = Closed({
  port: Port,
  /** How the device names that port in LLDP; used where it is not an interface that was read. */
  portName: Text(64),
  protocol: OneOf(neighborProtocols),
  /** The chassis as a MAC address, if that is how it identifies itself. */
  mac: Mac,
  /** The chassis in words otherwise: a name, an address or a serial number. */
  chassis: Text(64),
  systemName: Text(100),
  /** Its own port: the interface name, or whatever it identifies the port by, and its description. */
  remotePort: Text(64),
  remoteDescription: Text(64),
  /** sysDescr, or the platform of CDP. */
  description: Text(100),
  addresses: Type.Array(Address, { maxItems: mostManagementAddresses }),
});
export type Neighbor = Static<typeof Neighbor>;

const Topology = Closed({
  /** MAC addresses of the device itself beside those of its interfaces: the chassis by LLDP, and the bridge. */
  macs: Type.Array(Mac, { maxItems: 2 }),
  ports: Type.Array(PortName, { maxItems: mostRows.ports }),
  neighbors: Type.Array(Neighbor, { maxItems: mostRows.neighbors }),
  /** The forwarding table: behind which interface the device learned a MAC address. */
  forwarding: Type.Array(Closed({ port: Port, mac: Mac }), { maxItems: mostRows.forwarding }),
  /** The ARP table, and that of IPv6 neighbours. */
  addresses: Type.Array(Closed({ address: Address, mac: Mac }), { maxItems: mostRows.addresses }),
});
export type Topology = Static<typeof Topology>;

/** Reads what is at the ports of one device by SNMP, under the same rules as a poll. */
export const topologyRead = {
  title: 'reading of neighbours',
  capability: 'topology@1',
  params: Closed({ address: Address, credential: SnmpCredential }),
  /** Null when the device does not answer, or stops answering in between: half of it would remove what still exists. */
  result: Closed({ topology: Nullable(Topology) }),
  seconds: 120,
} as const;
export type TopologyRead = Static<typeof topologyRead.params>;
