import { Type } from 'typebox';
import { DiscoveredHost } from './agent-methods/discovery.ts';
import { call } from './call.ts';
import { RowsAnswer } from './rows.ts';
import { Run } from './runs.ts';
import { AgentChoice, Closed, Id, Nullable, Text, Uuid } from './shapes.ts';

const { snmp: _, ...found } = DiscoveredHost;

/** One address of a discovery, as the run lists it. */
export const DiscoveredDevice = Closed({
  ...found,
  /** By SNMP; empty texts for what the device does not tell. */
  hostname: Text(255),
  model: Text(100),
  vendor: Text(100),
  firmware: Text(100),
  /** Name of the credential that it answered; empty for none. */
  snmpCredential: Text(100),
  /** Of that credential, with which the device is polled once it was added. */
  snmpCredentialId: Nullable(Id),
  /**
   * F02-54. `existing`: a device of the organization has this address, alone; what answers SNMP is `allResponding` and
   * `allSnmpResponding`.
   */
  type: Type.Array(
    Type.Union([
      Type.Literal('allResponding'),
      Type.Literal('allSnmpResponding'),
      Type.Literal('existing'),
      Type.Literal('offline'),
    ]),
  ),
  /** The device that has this address already (F02-11). */
  nodeId: Nullable(Id),
  /** What the device is called when it is added. */
  name: Text(255),
  /** The suggested role's id; empty when nothing suggests one. */
  role: Text(100),
  /** What suggests the role. */
  reason: Text(200),
});

export const networkDiscoveryCalls = {
  /** F02-41 */
  listNetworkProbes: call({
    method: 'GET',
    path: '/networkdiscovery/probe',
    summary: 'Devices of a location that can discover its network',
    query: Type.Object({ locationId: Id }),
    reply: Type.Array(AgentChoice),
    errors: [],
    permission: 'NODE:Create',
  }),
  /** F02-06, F02-09, F02-37: the reply is the run; its items are `DiscoveredDevice`, one for each target. */
  startNetworkDiscovery: call({
    method: 'POST',
    path: '/networkdiscovery',
    summary: 'Discovers the network from a device',
    body: Closed({
      org: Id,
      location: Id,
      networkProbe: Closed({ nodeId: Id }),
      /** Addresses, CIDR blocks and ranges, separated by commas, newlines or spaces. */
      ipTargets: Text(20_000),
      /** SNMP v1 or v2c credentials of the organization, and v3 where the division offers them, tried in this order (F02-34, F02-35). */
      snmpCredOne: Id,
      snmpCredTwo: Type.Optional(Id),
      /** F02-07: a telnet or SSH credential of the organization. */
      telnetSshCred: Type.Optional(Id),
      pingTimeoutMS: Type.Number(),
      pingPacketTTL: Type.Number(),
      pingsPerNode: Type.Number(),
      delayBetweenPingsMS: Type.Number(),
    }),
    bodyBytes: 128 * 1024,
    reply: Run,
    errors: ['device_offline', 'network_scan_is_in_progress', 'number_of_network_scan_targets_exceeded'],
    permission: 'NODE:Create',
    idempotent: true,
    rate: { max: 30, seconds: 60 },
  }),
  /** What became of each target; the sum is the number of targets that were checked so far. */
  readDiscoverySummary: call({
    method: 'GET',
    path: '/networkdiscovery/:id/summary',
    summary: 'How many devices a discovery found',
    params: Type.Object({ id: Uuid }),
    reply: Type.Object({
      /** Devices that responded and can be added, of which so many answered SNMP. */
      responding: Type.Integer(),
      snmpResponding: Type.Integer(),
      /** Addresses of devices that the organization had when they were checked. */
      existing: Type.Integer(),
      offline: Type.Integer(),
    }),
    errors: [],
    permission: 'NODE:Create',
  }),
  /** F02-31, F02-32: what adding them would add. */
  checkDiscoveredDevices: call({
    method: 'POST',
    path: '/networkdiscovery/:id/check',
    summary: 'The devices that a selection of a discovery would add',
    params: Type.Object({ id: Uuid }),
    body: Closed({ devices: RowsAnswer }),
    bodyBytes: 1024 * 1024,
    reply: Type.Object({
      devices: Type.Array(Type.Object({ ip: Type.String(), name: Type.String(), role: Type.String() })),
      clientName: Type.String(),
      locationName: Type.String(),
    }),
    errors: [],
    permission: 'NODE:Create',
    changesNothing: true,
  }),
  /** F02-40. Those that were added by somebody else since the discovery are left out. */
  addDiscoveredDevices: call({
    method: 'POST',
    path: '/networkdiscovery/:id/device',
    summary: 'Adds devices that a discovery found',
    params: Type.Object({ id: Uuid }),
    body: Closed({ devices: RowsAnswer }),
    bodyBytes: 1024 * 1024,
    reply: Type.Object({
      resultCode: Type.Literal('SUCCESS'),
      added: Type.Integer(),
      networkProbe: Type.Object({ nodeId: Id, nodeName: Type.String() }),
    }),
    errors: [],
    permission: 'NODE:Create',
    idempotent: true,
  }),
};
