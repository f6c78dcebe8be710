import { Type, type Static } from 'typebox';
import { call, type FileReply } from './call.ts';
import { Run } from './runs.ts';
import { Closed, Id, Instant, Nullable, OneOf, Page, PageQuery, Text, Uuid } from './shapes.ts';

/** One discovery of a network, by whoever started it. */
const discovery = {
  /** Its run. */
  runId: Uuid,
  state: Run.properties.state,
  startedAt: Instant,
  endedAt: Nullable(Instant),
  /** Who started it; null for the schedule of a network scan. */
  startedBy: Nullable(Type.String()),
  probe: Type.Object({ nodeId: Id, nodeName: Type.String() }),
  clientId: Id,
  clientName: Type.String(),
  locationId: Id,
  locationName: Type.String(),
  /** Addresses to check, those that were checked, and those that responded. */
  targets: Type.Integer(),
  checked: Type.Integer(),
  responding: Type.Integer(),
  scan: Nullable(Type.Object({ id: Id, name: Type.String() })),
  /** Devices that the scan had not known before, and how many of them nobody added or marked as known since. */
  newDevices: Type.Integer(),
  unknownDevices: Type.Integer(),
};
/** `id`: the place in the list. */
const DiscoveryRow = Type.Object({ id: Id, ...discovery });
export type DiscoveryRow = Static<typeof DiscoveryRow>;

/** A host by the facts that a comparison compares. */
export const comparedFacts = ['ip', 'name', 'mac', 'model', 'vendor', 'firmware', 'os', 'ports', 'snmp'] as const;
export type ComparedFact = (typeof comparedFacts)[number];

/**
 * What became of a host since an earlier discovery. Two hosts are the same where both discoveries know the MAC address and it is one, else
 * where the address is one and not both know the MAC address. Hosts at addresses that the other discovery did not check are left out.
 */
export const hostClasses = ['new', 'gone', 'changed', 'unchanged'] as const;
export type HostClass = (typeof hostClasses)[number];
const counts = { new: Type.Integer(), gone: Type.Integer(), changed: Type.Integer(), unchanged: Type.Integer() };

/** As the later discovery found it; a host that is gone, as the earlier one did. `id`: the place in the list. */
const ComparedHost = Type.Object({
  id: Id,
  class: OneOf(hostClasses),
  ip: Type.String(),
  name: Type.String(),
  mac: Type.String(),
  vendor: Type.String(),
  os: Type.String(),
  /** Each fact that differs, from the earlier to the later discovery; empty where it is not known. */
  changes: Type.Array(Type.Object({ fact: OneOf(comparedFacts), from: Type.String(), to: Type.String() })),
});
export type ComparedHost = Static<typeof ComparedHost>;

const ofRun = Type.Object({ id: Uuid });
const compared = {
  /** The run of an earlier discovery of the same location. */
  with: Uuid,
  class: Type.Optional(OneOf(hostClasses)),
};

export const discoveryCalls = {
  listDiscoveries: call({
    method: 'GET',
    path: '/networkdiscovery',
    summary: 'Discoveries of networks, the latest first',
    query: Type.Object({
      clientId: Type.Optional(Id),
      locationId: Type.Optional(Id),
      scanId: Type.Optional(Id),
      limit: PageQuery.limit,
      offset: PageQuery.offset,
    }),
    reply: Page(DiscoveryRow),
    errors: [],
    permission: 'NODE:Create',
  }),
  readDiscovery: call({
    method: 'GET',
    path: '/networkdiscovery/:id',
    summary: 'One discovery of a network',
    params: ofRun,
    reply: Type.Object({
      ...discovery,
      /** What it was asked for, to ask it again; null once that was removed. */
      asked: Nullable(
        Type.Object({
          ipTargets: Type.String(),
          snmpCredentials: Type.Array(Id),
          telnetSshCred: Nullable(Id),
          pingTimeoutMS: Type.Number(),
          pingPacketTTL: Type.Number(),
          pingsPerNode: Type.Number(),
          delayBetweenPingsMS: Type.Number(),
        }),
      ),
      /** The latest earlier one with results: of the same scan, else of the same probe, else of the same location. */
      previous: Nullable(Uuid),
    }),
    errors: [],
    permission: 'NODE:Create',
  }),
  listNewDevices: call({
    method: 'GET',
    path: '/networkdiscovery/:id/new',
    summary: 'Devices that a run of a network scan found and no earlier one knew, by address',
    params: ofRun,
    query: Type.Object({ limit: PageQuery.limit, offset: PageQuery.offset }),
    reply: Page(
      Type.Object({
        id: Id,
        ip: Type.String(),
        mac: Type.String(),
        name: Type.String(),
        vendor: Type.String(),
        /** `known`: marked by `knownBy`. `added`: a device of the organization. */
        standing: OneOf(['new', 'known', 'added']),
        knownBy: Nullable(Type.String()),
        firstSeenAt: Instant,
        lastSeenAt: Instant,
      }),
    ),
    errors: [],
    permission: 'NODE:Create',
  }),
  compareDiscoveries: call({
    method: 'GET',
    path: '/networkdiscovery/:id/comparison',
    summary: 'What changed on a network since an earlier discovery',
    params: ofRun,
    query: Type.Object({
      ...compared,
      search: Type.Optional(Text(200)),
      limit: PageQuery.limit,
      offset: PageQuery.offset,
    }),
    reply: Type.Object({
      items: Type.Array(ComparedHost),
      /** Of the filter. */
      total: Type.Integer(),
      /** Without the filter. */
      counts: Type.Object(counts),
      /** Addresses that only one of the two discoveries checked. */
      leftOut: Type.Integer(),
    }),
    errors: [],
    permission: 'NODE:Create',
    rate: { max: 300, seconds: 60 },
  }),
  exportComparison: call({
    method: 'POST',
    path: '/networkdiscovery/:id/comparison/export',
    summary: 'A comparison of two discoveries as CSV',
    params: ofRun,
    body: Closed(compared),
    reply: Type.Unsafe<FileReply>({ type: 'string', format: 'binary' }),
    file: ['text/csv'],
    errors: [],
    permission: 'NODE:Create',
    changesNothing: true,
    rate: { max: 30, seconds: 60 },
    reads: true,
  }),
};
