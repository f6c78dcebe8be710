import { Type } from 'typebox';
import { Inventory } from './agent-methods/inventory.ts';
import { call } from './call.ts';
import { deviceStates } from './device-names.ts';
import { MaintenanceWindow } from './maintenance.ts';
import { ResultsQuery, ResultsReply } from './results.ts';
import { Run } from './runs.ts';
import { VmGuestDevice, VmHost } from './vm-hosts.ts';
import { Closed, Done, Id, IdParams, Instant, Nullable, OneOf, Page, PageQuery, Text } from './shapes.ts';

/** Processors that the agent's Debian package is built for, in dpkg's words. */
export const debianArchitectures = ['amd64', 'arm64'] as const;
export type DebianArchitecture = (typeof debianArchitectures)[number];

/** Device states (C23-04 … C23-06); `unmonitored`: a device without an agent that no other device polls or reads at the moment. `at`: the last report of an offline device, or when an erased device was erased. */
export const DeviceStatus = Type.Object({
  state: OneOf(deviceStates),
  at: Nullable(Instant),
});
const deviceFields = {
  id: Id,
  name: Type.String(),
  systemName: Type.String(),
  nodeClass: Type.String(),
  isServer: Type.Boolean(),
  status: DeviceStatus,
  clientId: Id,
  clientName: Type.String(),
  locationId: Id,
  locationName: Type.String(),
  osName: Type.String(),
  ipAddresses: Type.Array(Type.String()),
  lastSeenAt: Nullable(Instant),
};
/** The maintenance that is active or coming. */
const maintenance = Nullable(MaintenanceWindow);
export const DeviceRow = Type.Object({ ...deviceFields, maintenance });

/** How a network device is polled, and what the last poll said; nulls before the first. */
const DevicePolling = Type.Object({
  /** Null when it was removed, or may not be seen. */
  probe: Nullable(Type.Object({ nodeId: Id, nodeName: Type.String() })),
  /** Why nothing polls it at the moment, in words. */
  inability: Nullable(Type.String()),
  /** Of the SNMP credential that it answered; null without one. */
  credentialName: Nullable(Type.String()),
  polledAt: Nullable(Instant),
  /** Since when it is online or offline. */
  since: Nullable(Instant),
  answered: Nullable(Type.Union([Type.Literal('ping'), Type.Literal('snmp'), Type.Literal('tcp')])),
  /** Average round trip in milliseconds. */
  pingMS: Nullable(Type.Number()),
  /** Pings, and how many of them were answered. */
  sent: Type.Integer(),
  received: Nullable(Type.Integer()),
  /** Start of the device, from its sysUpTime, which restarts from 0 after 497 days. */
  bootedAt: Nullable(Instant),
});

export const Device = Type.Object({
  ...deviceFields,
  maintenance,
  macAddresses: Type.Array(Type.String()),
  publicIp: Type.String(),
  lastLoggedInUser: Type.String(),
  biosSerialNumber: Type.String(),
  createdAt: Instant,
  /** Of its organization. */
  timeZone: Type.String(),
  /** Absent for a device without an agent. */
  agent: Nullable(
    Type.Object({ version: Type.String(), capabilities: Type.Array(Type.String()), connectedAt: Nullable(Instant) }),
  ),
  /** Found by a discovery; empty where it did not tell. */
  vendor: Type.String(),
  model: Type.String(),
  firmware: Type.String(),
  /** Of a network device alone. */
  polling: Nullable(DevicePolling),
  /** Of a host of virtual machines alone, and of a guest alone. */
  vmHost: Nullable(VmHost),
  vmGuest: Nullable(VmGuestDevice),
  inventory: Nullable(Inventory),
  inventoryAt: Nullable(Instant),
});

/** Devices that have an agent or were found by a probe; cloud monitors have their own calls. */
export const deviceCalls = {
  readDevice: call({
    method: 'GET',
    path: '/device/:id',
    summary: 'One device with its inventory',
    params: IdParams,
    reply: Device,
    errors: [],
    permission: 'NODE:View',
  }),
  listDeviceResults: call({
    method: 'GET',
    path: '/device/:id/results',
    summary: 'Polls of a network device between two instants, oldest first, in at most `points` points',
    params: IdParams,
    query: ResultsQuery,
    reply: ResultsReply,
    errors: [],
    permission: 'NODE:View',
  }),
  listDeviceInterfaces: call({
    method: 'GET',
    path: '/device/:id/interface',
    summary: 'Network interfaces of a polled device with their rates, by their ifIndex',
    params: IdParams,
    reply: Type.Object({
      items: Type.Array(
        Type.Object({
          /** ifIndex */
          index: Type.Integer(),
          name: Type.String(),
          alias: Type.String(),
          enabled: Type.Boolean(),
          up: Type.Boolean(),
          /** Megabits a second; 0 for unknown. */
          speed: Type.Integer(),
          /** Bits a second, on average since the reading before. */
          inRate: Nullable(Type.Number()),
          outRate: Nullable(Type.Number()),
          inErrors: Type.Integer(),
          outErrors: Type.Integer(),
          /** When it last went up or down; null while that was not seen. */
          turnedAt: Nullable(Instant),
        }),
      ),
      readAt: Nullable(Instant),
    }),
    errors: [],
    permission: 'NODE:View',
  }),
  /**
   * Starts a run on the device: its progress, items and result are read as those of any run. Each method names the permission
   * that it asks.
   */
  startDeviceCommand: call({
    method: 'POST',
    path: '/device/:id/command',
    summary: 'Asks the agent of a device to run one of its methods',
    params: IdParams,
    body: Closed({ method: Text(50), params: Type.Record(Type.String(), Type.Unknown()) }),
    bodyBytes: 16 * 1024,
    reply: Run,
    errors: ['device_offline'],
    permission: 'NODE:View',
    idempotent: true,
    rate: { max: 30, seconds: 60 },
  }),
  listDeviceCommands: call({
    method: 'GET',
    path: '/device/:id/command',
    summary: 'What the agent of a device was asked to do, the latest first',
    params: IdParams,
    query: Type.Object({ limit: PageQuery.limit, offset: PageQuery.offset }),
    reply: Type.Object({
      items: Type.Array(
        Type.Object({
          run: Run,
          method: Type.String(),
          params: Type.Record(Type.String(), Type.Unknown()),
          startedBy: Type.String(),
        }),
      ),
      total: Type.Integer(),
      /** What this server may ask of agents; none for a device without one. */
      methods: Type.Array(
        Type.Object({
          name: Type.String(),
          /** Whether the caller may start it on this device. */
          may: Type.Boolean(),
          /** Why this agent cannot do it, in words. */
          inability: Nullable(Type.String()),
        }),
      ),
    }),
    errors: [],
    permission: 'NODE:View',
  }),
  /** Agents of Cairn servers that wait for approval: a server's own machine never enrols without it. */
  listWaitingServers: call({
    method: 'GET',
    path: '/device/server',
    summary: 'Cairn servers whose own machine can be added as a device',
    reply: Type.Array(Type.Object({ id: Id, hostName: Type.String() })),
    errors: [],
    permission: 'sysadmin',
  }),
  addServerDevice: call({
    method: 'POST',
    path: '/device/server/:id',
    summary: 'Chooses the place of a server’s own machine, which then enrols',
    params: IdParams,
    body: Closed({ clientId: Id, locationId: Id }),
    reply: Done,
    errors: [],
    permission: 'sysadmin',
    idempotent: true,
  }),
  /** Only this reply contains the token. It enrols `uses` computers (default 1) and expires after `days` (default 7). */
  addEnrollment: call({
    method: 'POST',
    path: '/device/enrollment',
    summary: 'Makes an enrolment token',
    body: Closed({
      clientId: Id,
      locationId: Id,
      uses: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90 })),
    }),
    reply: Type.Object({
      resultCode: Type.Literal('SUCCESS'),
      id: Id,
      token: Type.String(),
      uses: Type.Integer(),
      expiresAt: Instant,
      /** The server's URL for the device. */
      serverUrl: Type.String(),
      /** Download URL of the agent, a single file for Node; null if the server has none. */
      programUrl: Nullable(Type.String()),
      /** Debian packages of the agent, which need no Node; empty if the server has none. */
      packages: Type.Array(Type.Object({ architecture: OneOf(debianArchitectures), packageUrl: Type.String() }), {
        maxItems: debianArchitectures.length,
      }),
    }),
    errors: [],
    permission: 'NODE:Create',
    idempotent: true,
  }),
  /** Usable enrolment tokens of the organizations where the caller may add devices. */
  listEnrollments: call({
    method: 'GET',
    path: '/device/enrollment',
    summary: 'Enrolment tokens that are in force',
    query: Type.Object({ limit: PageQuery.limit, offset: PageQuery.offset }),
    reply: Page(
      Type.Object({
        id: Id,
        clientId: Id,
        clientName: Type.String(),
        locationName: Type.String(),
        createdAt: Instant,
        createdBy: Type.String(),
        expiresAt: Instant,
        uses: Type.Integer(),
        used: Type.Integer(),
      }),
    ),
    errors: [],
    permission: 'NODE:Create',
  }),
  removeEnrollment: call({
    method: 'DELETE',
    path: '/device/enrollment/:id',
    summary: 'Revokes an enrolment token',
    params: IdParams,
    reply: Done,
    errors: [],
    permission: 'NODE:Create',
    idempotent: true,
  }),
  readEnrollment: call({
    method: 'GET',
    path: '/device/enrollment/:id',
    summary: 'Whether a device came in with an enrolment token',
    params: IdParams,
    reply: Type.Object({
      id: Id,
      state: Type.Union([Type.Literal('waiting'), Type.Literal('used'), Type.Literal('expired')]),
      expiresAt: Instant,
      uses: Type.Integer(),
      used: Type.Integer(),
      /** The device that enrolled last, unless deleted. */
      node: Nullable(Type.Object({ id: Id, name: Type.String() })),
    }),
    errors: [],
    permission: 'NODE:Create',
  }),
};
