import { Type, type Static } from 'typebox';
import { call } from './call.ts';
import { credentialTypes } from './credentials.ts';
import { DiscoverySchedule } from './directory-jobs.ts';
import {
  Closed,
  Done,
  Id,
  IdParams,
  Instant,
  Nullable,
  OneOf,
  Page,
  PageQuery,
  Revision,
  Saved,
  Text,
  Uuid,
} from './shapes.ts';

const pings = {
  pingTimeoutMS: Type.Number(),
  pingPacketTTL: Type.Number(),
  pingsPerNode: Type.Number(),
  delayBetweenPingsMS: Type.Number(),
};

/** A discovery of a network that runs by itself (F02-06, F02-07, F02-09). Devices that a run after the first finds are new. */
const NetworkScan = Type.Object({
  id: Id,
  name: Type.String(),
  org: Id,
  orgName: Type.String(),
  location: Id,
  locationName: Type.String(),
  /** Null once the device was removed. */
  networkProbe: Nullable(Type.Object({ nodeId: Id, nodeName: Type.String() })),
  ipTargets: Type.String(),
  /** Ids of credentials; null once one was removed, or where none was chosen. */
  snmpCredOne: Nullable(Id),
  snmpCredTwo: Nullable(Id),
  telnetSshCred: Nullable(Id),
  /** The protocols of the three (F02-08, F02-52); null where the credential is. */
  protocolOne: Nullable(OneOf(credentialTypes)),
  protocolTwo: Nullable(OneOf(credentialTypes)),
  protocolThree: Nullable(OneOf(credentialTypes)),
  ...pings,
  schedule: DiscoverySchedule,
  /** By which the schedule is meant: that of the organization. */
  timeZone: Type.String(),
  /** Whether new devices raise an alert. */
  alerts: Type.Boolean(),
  notificationChannelIds: Type.Array(Id),
  paused: Type.Boolean(),
  /** Devices that runs found new, and that nobody added or marked as known since. */
  newDevices: Type.Integer(),
  createdBy: Type.String(),
  createdAt: Instant,
  /** A run is under way. */
  running: Type.Boolean(),
  lastRunAt: Nullable(Instant),
  lastOutcome: Nullable(OneOf(['succeeded', 'failed'])),
  /** How the latest run ended, in words; empty before the first. */
  lastResult: Type.String(),
  /** The latest run that is kept. */
  lastRun: Nullable(Uuid),
  /** Null while the scan is paused. */
  nextRunAt: Nullable(Instant),
  revision: Revision,
});

const ScanInput = Closed({
  name: Text(255),
  org: Id,
  location: Id,
  networkProbe: Closed({ nodeId: Id }),
  ipTargets: Text(20_000),
  snmpCredOne: Id,
  snmpCredTwo: Type.Optional(Id),
  telnetSshCred: Type.Optional(Id),
  ...pings,
  schedule: DiscoverySchedule,
  alerts: Type.Boolean(),
  notificationChannelIds: Type.Array(Id, { maxItems: 100 }),
});
export type ScanInput = Static<typeof ScanInput>;

/** Devices that are marked at once. */
const mostMarked = 5000;

export const networkScanCalls = {
  listNetworkScans: call({
    method: 'GET',
    path: '/networkscan',
    summary: 'Network scans that run by themselves, by name',
    query: Type.Object({ clientId: Type.Optional(Id), ...PageQuery }),
    reply: Page(NetworkScan),
    errors: [],
    permission: 'NODE:Create',
  }),
  readNetworkScan: call({
    method: 'GET',
    path: '/networkscan/:id',
    summary: 'One network scan',
    params: IdParams,
    reply: NetworkScan,
    errors: [],
    permission: 'NODE:Create',
  }),
  addNetworkScan: call({
    method: 'POST',
    path: '/networkscan',
    summary: 'Saves a network scan',
    body: ScanInput,
    bodyBytes: 128 * 1024,
    reply: Saved('networkScan', NetworkScan),
    errors: ['number_of_network_scan_targets_exceeded'],
    permission: 'NODE:Create',
    idempotent: true,
  }),
  /** Other targets or another probe make the next run the first again, which raises no alert. */
  saveNetworkScan: call({
    method: 'PUT',
    path: '/networkscan/:id',
    summary: 'Changes a network scan',
    params: IdParams,
    body: ScanInput,
    bodyBytes: 128 * 1024,
    reply: Saved('networkScan', NetworkScan),
    errors: ['conflict', 'number_of_network_scan_targets_exceeded'],
    revised: NetworkScan,
    permission: 'NODE:Create',
    idempotent: true,
  }),
  removeNetworkScan: call({
    method: 'DELETE',
    path: '/networkscan/:id',
    summary: 'Deletes a network scan; its open alerts end',
    params: IdParams,
    reply: Done,
    errors: [],
    permission: 'NODE:Create',
    idempotent: true,
  }),
  /** The reply comes once the probe was asked; the scan says how the run ended. */
  runNetworkScan: call({
    method: 'POST',
    path: '/networkscan/:id/run',
    summary: 'Runs a network scan now; its next time stays',
    params: IdParams,
    reply: Done,
    errors: ['device_offline', 'network_scan_is_in_progress'],
    permission: 'NODE:Create',
    idempotent: true,
    rate: { max: 60, seconds: 60 },
  }),
  pauseNetworkScan: call({
    method: 'PUT',
    path: '/networkscan/:id/pause',
    summary: 'Pauses a network scan, or resumes it',
    params: IdParams,
    body: Closed({ paused: Type.Boolean() }),
    reply: Saved('networkScan', NetworkScan),
    errors: [],
    permission: 'NODE:Create',
    idempotent: true,
  }),
  /** The alert of a run resets once each of its new devices is known or added. */
  markDevicesKnown: call({
    method: 'POST',
    path: '/networkscan/:id/known',
    summary: 'Marks new devices of a network scan as known',
    params: IdParams,
    body: Closed({ hosts: Type.Array(Id, { minItems: 1, maxItems: mostMarked }) }),
    bodyBytes: 64 * 1024,
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), marked: Type.Integer() }),
    errors: [],
    permission: 'NODE:Create',
    idempotent: true,
  }),
};
