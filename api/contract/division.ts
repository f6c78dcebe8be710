import { Type } from 'typebox';
import { call } from './call.ts';
import { Closed, Saved, Text } from './shapes.ts';

export const Division = Type.Object({
  name: Type.String(),
  language: Type.String(),
  timeZoneId: Type.String(),
  /** Whether monitors, webhooks and channels may reach loopback and this server's own addresses. */
  allowOwnAddresses: Type.Boolean(),
  /** The private networks that monitors may reach: CIDR blocks separated by commas. */
  monitorNetworks: Type.String(),
  /** The private networks that webhooks and notification channels may reach. */
  deliveryNetworks: Type.String(),
  /** Whether a discovery offers SNMP v3 credentials in addition to v1 and v2c (F02-34). */
  snmpV3InDiscovery: Type.Boolean(),
  /** A migration derived the three settings above, and no administrator has reviewed them since. */
  outboundNotice: Type.Boolean(),
  publicUrl: Type.String(),
  mailConfigured: Type.Boolean(),
});

export const divisionCalls = {
  readDivision: call({
    method: 'GET',
    path: '/division',
    summary: 'General settings',
    reply: Division,
    errors: [],
    permission: 'session',
    sessionOnly: true,
  }),
  saveDivision: call({
    method: 'PUT',
    path: '/division',
    summary: 'Changes general settings',
    body: Closed({
      name: Type.Optional(Text()),
      language: Type.Optional(Text(10)),
      timeZoneId: Type.Optional(Text(100)),
      allowOwnAddresses: Type.Optional(Type.Boolean()),
      monitorNetworks: Type.Optional(Text(4000)),
      deliveryNetworks: Type.Optional(Text(4000)),
      snmpV3InDiscovery: Type.Optional(Type.Boolean()),
    }),
    reply: Saved('division', Division),
    errors: [],
    permission: 'sysadmin',
    idempotent: true,
    stepUp: true,
    bodyBytes: 64 * 1024,
  }),
  /** C18-08 */
  listTimeZones: call({
    method: 'GET',
    path: '/timezone',
    summary: 'Time zones with their offset from UTC now, in minutes',
    reply: Type.Array(Type.Object({ name: Type.String(), timeZoneId: Type.String(), offset: Type.Integer() })),
    errors: [],
    permission: 'public',
  }),
  systemOverview: call({
    method: 'GET',
    path: '/query/v2/systemdashboard',
    summary: 'Counts for the system dashboard',
    reply: Type.Object({
      organizations: Type.Integer(),
      devices: Type.Integer(),
      devicesUp: Type.Integer(),
      monitors: Type.Integer(),
      monitorsUp: Type.Integer(),
      monitorsDown: Type.Integer(),
      monitorsPaused: Type.Integer(),
      /** Counts, by reason, of monitors that are down without an open alert. */
      downInMaintenance: Type.Integer(),
      downWithoutCondition: Type.Integer(),
      downNotCovered: Type.Integer(),
      /** Conditions wait for more failed checks. */
      downNotRaised: Type.Integer(),
      openAlerts: Type.Integer(),
      /** Open alerts that need no action now: acknowledged, or their monitor is paused or in maintenance. */
      alertsAcknowledged: Type.Integer(),
      alertsPaused: Type.Integer(),
      alertsInMaintenance: Type.Integer(),
    }),
    errors: [],
    permission: 'session',
  }),
};
