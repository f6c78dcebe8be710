import { Type, type Static } from 'typebox';
import { call } from './call.ts';
import { Closed, Id, OneOf, Saved, Text } from './shapes.ts';

// The screen document has the bounds of what a person enters; these hold off what is no setting at all.
const Minutes = Type.Integer({ minimum: 0, maximum: 100_000 });
const Percent = Type.Integer({ minimum: 0, maximum: 1000 });

/** What raises alerts of devices with an agent. Shares in per cent. */
export const deviceAlertFields = {
  offline: Type.Boolean(),
  /** Servers only: workstations are turned off. */
  offlineDevices: OneOf(['SERVERS', 'ALL']),
  offlineMinutes: Minutes,
  offlineSeverity: Text(20),
  offlinePriority: Text(20),
  disk: Type.Boolean(),
  diskShare: Percent,
  diskMinutes: Minutes,
  diskSeverity: Text(20),
  diskPriority: Text(20),
  cpu: Type.Boolean(),
  cpuShare: Percent,
  cpuMinutes: Minutes,
  cpuSeverity: Text(20),
  cpuPriority: Text(20),
  memory: Type.Boolean(),
  memoryShare: Percent,
  memoryMinutes: Minutes,
  memorySeverity: Text(20),
  memoryPriority: Text(20),
  services: Type.Boolean(),
  /** Those that start automatically, or those of `serviceNames`. */
  servicesWatched: OneOf(['AUTOMATIC', 'NAMED']),
  /** Names of services, separated by commas or lines; at most 50 count. */
  serviceNames: Text(4000),
  servicesMinutes: Minutes,
  servicesSeverity: Text(20),
  servicesPriority: Text(20),
  notificationAction: OneOf(['NONE', 'SEND']),
  notificationChannelIds: Type.Array(Id, { maxItems: 100 }),
};
const DeviceAlertSettings = Closed(deviceAlertFields);
export type DeviceAlertSettings = Static<typeof DeviceAlertSettings>;

/** As before anybody set anything. Workstations are turned off every night, so only servers raise offline alerts. */
export const usualDeviceAlerts: DeviceAlertSettings = {
  offline: true,
  offlineDevices: 'SERVERS',
  offlineMinutes: 10,
  offlineSeverity: 'CRITICAL',
  offlinePriority: 'HIGH',
  disk: true,
  diskShare: 90,
  diskMinutes: 15,
  diskSeverity: 'MAJOR',
  diskPriority: 'MEDIUM',
  cpu: true,
  cpuShare: 95,
  cpuMinutes: 30,
  cpuSeverity: 'MODERATE',
  cpuPriority: 'MEDIUM',
  memory: true,
  memoryShare: 95,
  memoryMinutes: 30,
  memorySeverity: 'MODERATE',
  memoryPriority: 'MEDIUM',
  // Off: some services of Windows that start automatically stop by themselves.
  services: false,
  servicesWatched: 'AUTOMATIC',
  serviceNames: '',
  servicesMinutes: 5,
  servicesSeverity: 'MAJOR',
  servicesPriority: 'MEDIUM',
  notificationAction: 'SEND',
  notificationChannelIds: [],
};

export const deviceAlertCalls = {
  readDeviceAlerts: call({
    method: 'GET',
    path: '/division/device-alerts',
    summary: 'What raises alerts of devices with an agent, and whom those notify',
    reply: Type.Object(deviceAlertFields),
    errors: [],
    permission: 'sysadmin',
    sessionOnly: true,
  }),
  saveDeviceAlerts: call({
    method: 'PUT',
    path: '/division/device-alerts',
    summary: 'Changes what raises alerts of devices with an agent; applies within a minute',
    body: DeviceAlertSettings,
    reply: Saved('deviceAlerts', Type.Object(deviceAlertFields)),
    errors: [],
    permission: 'sysadmin',
    sessionOnly: true,
    idempotent: true,
  }),
};
