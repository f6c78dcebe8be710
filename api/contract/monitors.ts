import { Type } from 'typebox';
import { call } from './call.ts';
import { Closed, Done, Id, IdParams, Instant, Nullable, Page, PageQuery, Saved, Text } from './shapes.ts';

/** F08-09; this issue runs PING and HTTP, the rest of the list joins with "The cloud monitor, whole". */
export const MonitorType = Type.Union([Type.Literal('PING'), Type.Literal('HTTP')]);
export const ConditionType = Type.Union([Type.Literal('PingFailed'), Type.Literal('HttpWebsiteFailed')]);
const Pair = Closed({ name: Text(1024), value: Text(8192) });
/** F08-61, F08-62. `runCount`: failures in a row before it raises (Times). `resetThreshold`: minutes without failure before it resets. */
export const ConditionInput = Closed({
  id: Type.Optional(Id),
  type: ConditionType,
  enabled: Type.Optional(Type.Boolean()),
  conditionName: Text(),
  runCount: Type.Integer(),
  resetThreshold: Type.Integer(),
  severity: Text(20),
  priority: Text(20),
  notificationAction: Type.Optional(Text(20)),
});
export const Condition = Type.Object({
  id: Id,
  type: ConditionType,
  enabled: Type.Boolean(),
  conditionName: Type.String(),
  runCount: Type.Integer(),
  resetThreshold: Type.Integer(),
  severity: Type.String(),
  priority: Type.String(),
  notificationAction: Type.String(),
  /** The generated sentence (F08-31). */
  description: Type.String(),
  state: Type.Union([Type.Literal('ok'), Type.Literal('raised')]),
  raisedAt: Nullable(Instant),
});
/** F08-55 … F08-57. `frequency` and `timeout` in seconds. `httpPassword` left out of a PUT keeps the stored one. Bounds: screens of `cloud-monitor`. */
export const MonitorInput = Closed({
  enabled: Type.Boolean(),
  clientId: Id,
  locationId: Id,
  monitorType: MonitorType,
  monitorName: Text(),
  frequency: Type.Integer(),
  timeout: Type.Integer(),
  hostname: Type.Optional(Text(300)),
  httpHostname: Type.Optional(Text(2000)),
  methodType: Type.Optional(Text(10)),
  authenticationType: Type.Optional(Text(10)),
  httpUsername: Type.Optional(Text()),
  httpPassword: Type.Optional(Text()),
  saveResponseBody: Type.Optional(Type.Boolean()),
  saveCertificateInformation: Type.Optional(Type.Boolean()),
  requestHeaders: Type.Optional(Type.Array(Pair, { maxItems: 100 })),
  requestBodyType: Type.Optional(Text(10)),
  requestBodyForm: Type.Optional(Type.Array(Pair, { maxItems: 100 })),
  requestBodyRaw: Type.Optional(Text(65_536)),
  conditions: Type.Array(ConditionInput, { maxItems: 50 }),
});
/** Up, down, still unknown, or paused. */
export const MonitorStatus = Type.Union([
  Type.Literal('up'),
  Type.Literal('down'),
  Type.Literal('unknown'),
  Type.Literal('paused'),
]);
/** One check. `responseTime` in milliseconds, absent when nothing came back. `error` is a code such as `timed_out`, `dns_failed`, `connection_refused`, `http_status`, `address_refused`. */
export const CheckResult = Type.Object({
  at: Instant,
  ok: Type.Boolean(),
  responseTime: Nullable(Type.Number()),
  error: Nullable(Type.String()),
  message: Type.String(),
  statusCode: Nullable(Type.Integer()),
});
/** What "Test now" and the dashboard's "Last response" show beside the result. */
export const CheckDetail = Type.Object({
  address: Nullable(Type.String()),
  headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  body: Nullable(Type.String()),
  bodyTruncated: Type.Boolean(),
  certificate: Nullable(
    Type.Object({
      subject: Type.String(),
      issuer: Type.String(),
      validFrom: Instant,
      validTo: Instant,
      daysLeft: Type.Integer(),
    }),
  ),
  packetLoss: Nullable(Type.Number()),
  ttl: Nullable(Type.Integer()),
});
const monitorFields = {
  id: Id,
  nodeType: Type.String(),
  enabled: Type.Boolean(),
  clientId: Id,
  clientName: Type.String(),
  locationId: Id,
  locationName: Type.String(),
  systemName: Type.String(),
  monitorType: MonitorType,
  monitorName: Type.String(),
  frequency: Type.Integer(),
  timeout: Type.Integer(),
  target: Type.String(),
  status: MonitorStatus,
  statusSince: Nullable(Instant),
  lastResult: Nullable(CheckResult),
  openAlertCount: Type.Integer(),
};
export const MonitorRow = Type.Object({
  ...monitorFields,
  /** Response times of the latest checks, oldest first; null where nothing came back. */
  sparkline: Type.Array(Nullable(Type.Number())),
});
/** Secrets are never in a reply: `httpPasswordSet` says that one is stored. */
export const Monitor = Type.Object({
  ...monitorFields,
  hostname: Type.Optional(Type.String()),
  httpHostname: Type.Optional(Type.String()),
  methodType: Type.Optional(Type.String()),
  authenticationType: Type.Optional(Type.String()),
  httpUsername: Type.Optional(Type.String()),
  httpPasswordSet: Type.Boolean(),
  saveResponseBody: Type.Optional(Type.Boolean()),
  saveCertificateInformation: Type.Optional(Type.Boolean()),
  requestHeaders: Type.Optional(Type.Array(Pair)),
  requestBodyType: Type.Optional(Type.String()),
  requestBodyForm: Type.Optional(Type.Array(Pair)),
  requestBodyRaw: Type.Optional(Type.String()),
  conditions: Type.Array(Condition),
  lastDetail: Nullable(CheckDetail),
  createdAt: Instant,
  updatedAt: Instant,
});
/** A line of the plot: bucket averages beyond `points` raw results. `up` is the share of successful checks, 0 to 1. */
export const ResultPoint = Type.Object({
  at: Instant,
  responseTime: Nullable(Type.Number()),
  max: Nullable(Type.Number()),
  up: Type.Number(),
  checks: Type.Integer(),
});
export const Alert = Type.Object({
  id: Id,
  monitorId: Id,
  monitorName: Type.String(),
  clientId: Id,
  clientName: Type.String(),
  conditionName: Type.String(),
  description: Type.String(),
  severity: Type.String(),
  priority: Type.String(),
  raisedAt: Instant,
  resetAt: Nullable(Instant),
  message: Type.String(),
});

export const monitorCalls = {
  listMonitors: call({
    method: 'GET',
    path: '/cloudmonitor',
    summary: 'Cloud monitors with status and sparkline',
    query: Type.Object({ ...PageQuery, clientId: Type.Optional(Id), status: Type.Optional(MonitorStatus) }),
    reply: Page(MonitorRow),
    errors: [],
    permission: 'NODE:View',
  }),
  readMonitor: call({
    method: 'GET',
    path: '/cloudmonitor/:id',
    summary: 'One cloud monitor',
    params: IdParams,
    reply: Monitor,
    errors: [],
    permission: 'NODE:View',
  }),
  addMonitor: call({
    method: 'POST',
    path: '/cloudmonitor',
    summary: 'Adds a cloud monitor',
    body: MonitorInput,
    reply: Saved('cloudMonitor', Monitor),
    errors: [],
    permission: 'NODE:Create',
    idempotent: true,
  }),
  saveMonitor: call({
    method: 'PUT',
    path: '/cloudmonitor/:id',
    summary: 'Changes a cloud monitor',
    params: IdParams,
    body: MonitorInput,
    reply: Saved('cloudMonitor', Monitor),
    errors: ['monitor_type_locked'],
    permission: 'NODE:Update',
    idempotent: true,
  }),
  removeMonitor: call({
    method: 'DELETE',
    path: '/cloudmonitor/:id',
    summary: 'Deletes a cloud monitor with its history',
    params: IdParams,
    reply: Done,
    errors: [],
    permission: 'NODE:Delete',
    idempotent: true,
  }),
  enableMonitor: call({
    method: 'PATCH',
    path: '/cloudmonitor/:id/enabled',
    summary: 'Pauses or resumes a cloud monitor',
    params: IdParams,
    body: Closed({ enabled: Type.Boolean() }),
    reply: Saved('cloudMonitor', Monitor),
    errors: [],
    permission: 'NODE:Update',
    idempotent: true,
  }),
  /** Runs the check once and keeps nothing. In EDIT `id` names the monitor whose stored secret is used where none is given. */
  testMonitor: call({
    method: 'POST',
    path: '/cloudmonitor/test',
    summary: 'Runs a check once before saving',
    body: Type.Object(
      { id: Type.Optional(Id), monitor: Type.Omit(MonitorInput, ['conditions']) },
      { additionalProperties: false },
    ),
    reply: Type.Object({ result: CheckResult, detail: CheckDetail }),
    errors: [],
    permission: 'NODE:View',
    changesNothing: true,
    rate: { max: 60, seconds: 60 },
  }),
  listResults: call({
    method: 'GET',
    path: '/cloudmonitor/:id/results',
    summary: 'Results between two instants, oldest first, in at most `points` points',
    params: IdParams,
    query: Type.Object({
      from: Type.Optional(Instant),
      to: Type.Optional(Instant),
      points: Type.Optional(Type.Integer({ minimum: 10, maximum: 5000, default: 720 })),
    }),
    reply: Type.Object({
      points: Type.Array(ResultPoint),
      from: Instant,
      to: Instant,
      availability: Nullable(Type.Number()),
    }),
    errors: [],
    permission: 'NODE:View',
  }),
  listAlerts: call({
    method: 'GET',
    path: '/alert',
    summary: 'Alerts, newest first',
    query: Type.Object({
      ...PageQuery,
      monitorId: Type.Optional(Id),
      clientId: Type.Optional(Id),
      open: Type.Optional(Type.Boolean()),
    }),
    reply: Page(Alert),
    errors: [],
    permission: 'NODE:View',
  }),
};
