import { Type } from 'typebox';
import { call } from './call.ts';
import { CheckDetail, CheckResult } from './monitor-findings.ts';
import { Condition, ConditionInput, MonitorInput, MonitorType, typeFields } from './monitor-input.ts';
import { Closed, Done, Id, IdParams, Instant, Nullable, Page, PageQuery, Saved, SortQuery } from './shapes.ts';

/** Up, down, still unknown, or paused. */
export const MonitorStatus = Type.Union([
  Type.Literal('up'),
  Type.Literal('down'),
  Type.Literal('unknown'),
  Type.Literal('paused'),
]);
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
/** Secrets are never in a reply: `httpPasswordSet` and the like say that one is stored. */
export const Monitor = Type.Object({
  ...monitorFields,
  ...typeFields,
  httpPasswordSet: Type.Boolean(),
  senderPasswordSet: Type.Boolean(),
  popReceiverPasswordSet: Type.Boolean(),
  imapReceiverPasswordSet: Type.Boolean(),
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
/** A span of the replay: its checks, and how many of them failed the condition. */
export const ReplayPoint = Type.Object({ at: Instant, checks: Type.Integer(), failed: Type.Integer() });
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
    query: Type.Object({
      ...PageQuery,
      clientId: Type.Optional(Id),
      status: Type.Optional(MonitorStatus),
      ...SortQuery('name', 'status', 'type', 'target', 'organization', 'response', 'checked'),
    }),
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
  /**
   * Runs a condition over the stored history (48 hours of single checks) and keeps nothing. `missing` says in words what
   * the history does not hold of what the condition looks at.
   */
  replayCondition: call({
    method: 'POST',
    path: '/cloudmonitor/replay',
    summary: 'When a condition would have raised, over the stored history',
    body: Closed({ id: Id, condition: ConditionInput }),
    reply: Type.Object({
      from: Instant,
      to: Instant,
      /** Stored checks in that time, and how many of them say something about the condition. */
      checks: Type.Integer(),
      judged: Type.Integer(),
      alerts: Type.Array(Type.Object({ raisedAt: Instant, resetAt: Nullable(Instant) })),
      missing: Nullable(Type.String()),
      points: Type.Array(ReplayPoint),
    }),
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
