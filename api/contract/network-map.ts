import { Type, type Static } from 'typebox';
import { call, type FileReply } from './call.ts';
import { DeviceStatus } from './devices.ts';
import { portKinds, waysOfKnowing } from './network-map-names.ts';
import { Closed, Done, Id, IdParams, Instant, Nullable, OneOf } from './shapes.ts';

/** Something at a port. Empty texts for what nobody knows. */
const Station = Type.Object({
  /** Of a device of the organization. */
  nodeId: Nullable(Id),
  name: Type.String(),
  mac: Type.String(),
  address: Type.String(),
  /** As the device says, else by its MAC address. */
  vendor: Type.String(),
});
export type Station = Static<typeof Station>;

/** A port of a device that answers SNMP, and what it leads to. */
const NetworkPort = Type.Object({
  nodeId: Id,
  /** ifIndex; 0 where the device does not say which interface it is. */
  port: Type.Integer(),
  portName: Type.String(),
  /** Both ends of a cable have the same number. */
  link: Type.Integer(),
  kind: OneOf(portKinds),
  /** The same for the same thing at several ports. */
  key: Type.String(),
  /** For a group, empty. */
  station: Station,
  /** The port at the other end; empty where nobody knows it. */
  remotePort: Type.String(),
  /** What it says of itself. */
  description: Type.String(),
  /** MAC addresses learned at the port, and the stations among them that are listed: of a group. */
  count: Type.Integer(),
  members: Type.Array(Station),
  knownBy: Type.Array(OneOf(waysOfKnowing)),
  firstSeenAt: Instant,
  lastSeenAt: Instant,
});
export type NetworkPort = Static<typeof NetworkPort>;

/** A device that was read, or that stands at a port of one. */
const NetworkDevice = Type.Object({
  nodeId: Id,
  name: Type.String(),
  nodeClass: Type.String(),
  isServer: Type.Boolean(),
  status: DeviceStatus,
  address: Type.String(),
  mac: Type.String(),
  vendor: Type.String(),
  locationName: Type.String(),
  /** When its ports were read; null for a device that does not say what is at its ports. */
  readAt: Nullable(Instant),
});

const place = { clientId: Id, locationId: Type.Optional(Id) };

export const networkMapCalls = {
  readNetworkMap: call({
    method: 'GET',
    path: '/networkmap',
    summary: 'Which port of an organization’s devices leads to what',
    query: Type.Object(place),
    reply: Type.Object({
      devices: Type.Array(NetworkDevice),
      ports: Type.Array(NetworkPort),
      /** Devices that are asked by SNMP, and how many of them have answered. */
      asked: Type.Integer(),
      answered: Type.Integer(),
      /** Ports beyond the most that one reply has. */
      omitted: Type.Integer(),
    }),
    errors: [],
    permission: 'NODE:View',
  }),
  exportNetworkMap: call({
    method: 'POST',
    path: '/networkmap/export',
    summary: 'The ports of the network map as CSV',
    body: Closed(place),
    reply: Type.Unsafe<FileReply>({ type: 'string', format: 'binary' }),
    file: ['text/csv'],
    errors: [],
    permission: 'NODE:View',
    changesNothing: true,
    rate: { max: 30, seconds: 60 },
    reads: true,
  }),
  /** Those whose probe is online, of the organization, of a location, or one device. */
  refreshNetworkMap: call({
    method: 'POST',
    path: '/networkmap/refresh',
    summary: 'Lets the probes read the ports of devices within seconds',
    body: Closed({ ...place, nodeId: Type.Optional(Id) }),
    reply: Type.Object({ ...Done.properties, devices: Type.Integer() }),
    errors: ['device_offline'],
    permission: 'NODE:Update',
    idempotent: true,
    rate: { max: 30, seconds: 60 },
  }),
  listDeviceNeighbors: call({
    method: 'GET',
    path: '/device/:id/neighbor',
    summary: 'What is at the ports of a device, and at which ports it is itself',
    params: IdParams,
    reply: Type.Object({
      ports: Type.Array(NetworkPort),
      /** Ports of other devices that lead to this one; `name` is that of the other device. */
      at: Type.Array(Type.Object({ ...NetworkPort.properties, name: Type.String() })),
      /** Lines beyond the most that one reply has. */
      omitted: Type.Integer(),
      readAt: Nullable(Instant),
      /** Whether it is asked by SNMP. */
      asked: Type.Boolean(),
    }),
    errors: [],
    permission: 'NODE:View',
  }),
};
