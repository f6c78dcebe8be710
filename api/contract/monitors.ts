import { Type } from 'typebox';
import { call } from './call.ts';
import { CustomFields, CustomFilter, CustomPage, CustomSortQuery } from './custom-fields.ts';
import { MaintenanceWindow } from './maintenance.ts';
import { CheckDetail, CheckResult } from './monitor-findings.ts';
import { Condition, ConditionInput, MonitorInput } from './monitor-input.ts';
import { MonitorType, secretsSet, typeFields } from './monitor-types.ts';
import { ResultsQuery, ResultsReply } from './results.ts';
import { Closed, Done, Id, IdParams, Instant, Nullable, PageQuery, Revision, Saved, Text, Uuid } from './shapes.ts';

/** Up, down, still unknown, or paused. */
export const MonitorStatus = Type.Union([
  Type.Literal('up'),
  Type.Literal('down'),
  Type.Literal('unknown'),
  Type.Literal('paused'),
]);
/** The same, or in maintenance whatever the checks say: what lists are narrowed to, and what the public reads. */
export const ShownStatus = Type.Union([...MonitorStatus.anyOf, Type.Literal('maintenance')]);
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
  /** The window that is active or coming. */
  maintenance: Nullable(MaintenanceWindow),
};
export const MonitorRow = Type.Object({
  ...monitorFields,
  custom: CustomFields('cloud-monitor'),
  /** The latest checks, at most 30, oldest first; one entry a check in each of the three. */
  beats: Type.Object({
    /** When, in seconds since 1970. */
    at: Type.Array(Type.Integer()),
    /** A letter a check: `u` up, `d` down; a capital within maintenance. */
    states: Type.String({ pattern: '^[udUD]*$' }),
    /** Milliseconds; null where nothing came back. */
    responseTimes: Type.Array(Nullable(Type.Number())),
  }),
});
/**
 * Why a monitor that is down has no open alert: maintenance suppresses it, no condition is on, conditions wait for more
 * failed checks, nothing was checked since the last change, or none of its conditions is about this failure.
 */
export const NoAlertReason = Type.Union([
  Type.Literal('MAINTENANCE'),
  Type.Literal('NO_CONDITION'),
  Type.Literal('WAITING'),
  Type.Literal('CHANGED'),
  Type.Literal('NOT_COVERED'),
]);
/** Secrets are never in a reply: `httpPasswordSet` and the like say that one is stored. */
export const Monitor = Type.Object({
  ...monitorFields,
  ...typeFields,
  ...secretsSet,
  custom: CustomFields('cloud-monitor'),
  conditions: Type.Array(Condition),
  /** Null for a monitor that is not down, or has an open alert. */
  noAlertReason: Nullable(NoAlertReason),
  lastDetail: Nullable(CheckDetail),
  revision: Revision,
  createdAt: Instant,
  updatedAt: Instant,
});
/** A time in which a condition was raised, in the words of that time. `conditionId` null: the condition is gone. */
export const RaisedSpan = Type.Object({
  id: Id,
  conditionId: Nullable(Id),
  conditionName: Type.String(),
  severity: Type.String(),
  message: Type.String(),
  raisedAt: Instant,
  resetAt: Nullable(Instant),
});
/** A span of the replay: its checks, and how many of them failed the condition. */
export const ReplayPoint = Type.Object({ at: Instant, checks: Type.Integer(), failed: Type.Integer() });
/** A server process that runs monitors. Lateness: how long after its due time a check began, over the last five minutes. */
export const MonitorServer = Type.Object({
  id: Uuid,
  hostname: Type.String(),
  pid: Type.Integer(),
  startedAt: Instant,
  reportedAt: Instant,
  monitors: Type.Integer(),
  checksPerMinute: Type.Integer(),
  latenessMedian: Nullable(Type.Number()),
  latenessP99: Nullable(Type.Number()),
  dropped: Type.Integer(),
});
/** What a list of monitors is narrowed to. */
const matching = {
  clientId: Type.Optional(Id),
  status: Type.Optional(ShownStatus),
  type: Type.Optional(MonitorType),
  custom: CustomFilter,
};

/** An object that a monitor may read. */
export const MonitorObject = Type.Object({
  /** What the monitor's field takes: an OID. */
  value: Type.String(),
  label: Type.String(),
  /** The value that it has now; null for one with others below. */
  detail: Nullable(Type.String()),
  hasChildren: Type.Boolean(),
});

export const monitorCalls = {
  listMonitors: call({
    method: 'GET',
    path: '/cloudmonitor',
    summary: 'Cloud monitors with status and their latest checks',
    query: Type.Object({
      ...PageQuery,
      ...matching,
      ...CustomSortQuery('name', 'status', 'type', 'target', 'organization', 'response', 'checked'),
    }),
    reply: CustomPage(MonitorRow),
    errors: [],
    permission: 'NODE:View',
  }),
  /** For what is done to all of them: their ids alone, the newest 20,000 at most. */
  matchMonitors: call({
    method: 'GET',
    path: '/cloudmonitor/match',
    summary: 'The ids of all monitors that match, running and paused',
    query: Type.Object({ search: PageQuery.search, ...matching }),
    reply: Type.Object({ running: Type.Array(Id), paused: Type.Array(Id) }),
    errors: [],
    permission: 'NODE:View',
  }),
  /** Each for itself: what one refuses does not hold up the others. `changed` leaves out those that stood so already. */
  changeMonitors: call({
    method: 'POST',
    path: '/cloudmonitor/bulk',
    summary: 'Pauses, resumes or deletes several cloud monitors',
    body: Closed({
      act: Type.Union([Type.Literal('PAUSE'), Type.Literal('RESUME'), Type.Literal('DELETE')]),
      ids: Type.Array(Id, { maxItems: 500 }),
    }),
    reply: Type.Object({
      resultCode: Type.Literal('SUCCESS'),
      changed: Type.Array(Id),
      refused: Type.Array(
        Type.Object({ id: Id, errorCode: Type.Union([Type.Literal('not_found'), Type.Literal('forbidden')]) }),
      ),
    }),
    errors: [],
    permission: 'NODE:View',
    idempotent: true,
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
    bodyBytes: 512 * 1024,
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
    bodyBytes: 512 * 1024,
    reply: Saved('cloudMonitor', Monitor),
    errors: ['monitor_type_locked', 'conflict'],
    revised: Monitor,
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
  /**
   * Runs the check once and keeps nothing. In EDIT `id` names the monitor whose stored secrets and conditions are used where none
   * are given. Conditions say what is looked for besides: the records of a DNS check.
   */
  testMonitor: call({
    method: 'POST',
    path: '/cloudmonitor/test',
    summary: 'Runs a check once before saving',
    body: Type.Object(
      {
        id: Type.Optional(Id),
        monitor: Type.Omit(MonitorInput, ['conditions']),
        conditions: Type.Optional(MonitorInput.properties.conditions),
      },
      { additionalProperties: false },
    ),
    bodyBytes: 512 * 1024,
    reply: Type.Object({ result: CheckResult, detail: CheckDetail }),
    errors: [],
    permission: 'NODE:View',
    changesNothing: true,
    rate: { max: 60, seconds: 60 },
  }),
  /** What stands below an object of the target, so that one can be chosen: the OIDs of an agent. `id` as for `testMonitor`. */
  browseMonitor: call({
    method: 'POST',
    path: '/cloudmonitor/browse',
    summary: 'The objects that a target has, one level at a time',
    body: Type.Object(
      { id: Type.Optional(Id), monitor: Type.Omit(MonitorInput, ['conditions']), below: Text(300) },
      { additionalProperties: false },
    ),
    bodyBytes: 512 * 1024,
    /** `failure`: why they cannot be read. */
    reply: Type.Object({
      objects: Type.Array(MonitorObject),
      more: Type.Boolean(),
      failure: Nullable(Type.String()),
    }),
    errors: [],
    permission: 'NODE:View',
    changesNothing: true,
    rate: { max: 240, seconds: 60 },
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
    reads: true,
  }),
  listResults: call({
    method: 'GET',
    path: '/cloudmonitor/:id/results',
    summary: 'Results between two instants, oldest first, in at most `points` points',
    params: IdParams,
    query: ResultsQuery,
    reply: ResultsReply,
    errors: [],
    permission: 'NODE:View',
  }),
  listConditionHistory: call({
    method: 'GET',
    path: '/cloudmonitor/:id/history',
    summary: 'When conditions of a monitor were raised and reset, newest first: what touches the span, at most 500',
    params: IdParams,
    query: Type.Object({ from: Type.Optional(Instant), to: Type.Optional(Instant) }),
    reply: Type.Object({ items: Type.Array(RaisedSpan), total: Type.Integer() }),
    errors: [],
    permission: 'NODE:View',
  }),
  listMonitorServers: call({
    method: 'GET',
    path: '/monitorserver',
    summary: 'The server processes that run the monitors, and how well they keep their times',
    reply: Type.Array(MonitorServer),
    errors: [],
    permission: 'sysadmin',
  }),
};
