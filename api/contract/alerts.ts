import { Type } from 'typebox';
import { call } from './call.ts';
import { Closed, Id, IdParams, Instant, Nullable, Page, PageQuery, Saved, SortQuery, Text, Uuid } from './shapes.ts';

export const Alert = Type.Object({
  id: Id,
  /** The monitor, or the device if `ofDevice`. */
  monitorId: Id,
  monitorName: Type.String(),
  ofDevice: Type.Boolean(),
  clientId: Id,
  clientName: Type.String(),
  conditionName: Type.String(),
  description: Type.String(),
  severity: Type.String(),
  priority: Type.String(),
  raisedAt: Instant,
  /** When the alert was reset or ended. */
  resetAt: Nullable(Instant),
  /** Why it ended without a check that reset it; null when a check reset it. */
  endReason: Nullable(
    Type.Union([
      Type.Literal('CONDITION_REMOVED'),
      Type.Literal('CONDITION_OFF'),
      Type.Literal('CONDITION_CHANGED'),
      Type.Literal('MONITOR_REMOVED'),
      Type.Literal('DEVICE_REMOVED'),
    ]),
  ),
  message: Type.String(),
  /** The run that found the new devices that it is about; null for any other alert. */
  discovery: Nullable(Uuid),
  /** Whether its monitor is paused (no check resets the alert) or in maintenance (nobody is notified). */
  paused: Type.Boolean(),
  maintenance: Type.Boolean(),
  assignee: Nullable(Type.Object({ id: Nullable(Id), name: Type.String() })),
  /** Who acknowledged it, when, and their note. */
  acknowledged: Nullable(Type.Object({ at: Instant, by: Type.String(), note: Type.String() })),
});
/** By urgency, most urgent first. */
export const Severity = Type.Union([
  Type.Literal('CRITICAL'),
  Type.Literal('MAJOR'),
  Type.Literal('MODERATE'),
  Type.Literal('MINOR'),
]);

/** One message to one recipient, with its outcome. */
const AlertDelivery = Type.Object({
  /** A technician's name or an email address; null for a URL, or if the caller may not read it. */
  to: Nullable(Type.String()),
  state: Type.Union([Type.Literal('pending'), Type.Literal('delivered'), Type.Literal('failed')]),
  attempts: Type.Integer(),
  /** Status of the HTTP response. */
  status: Nullable(Type.Integer()),
  /** The reason of a failure, only for administrators, because it may contain the channel's addresses. */
  error: Nullable(Type.String()),
  nextAttemptAt: Nullable(Instant),
});
/** An event of an alert. `NOTIFIED` has the messages of one event over one channel. */
const AlertTimelineEntry = Type.Object({
  at: Instant,
  kind: Type.Union([
    Type.Literal('RAISED'),
    Type.Literal('NOTIFIED'),
    Type.Literal('NOT_NOTIFIED'),
    Type.Literal('ACKNOWLEDGED'),
    Type.Literal('WITHDRAWN'),
    Type.Literal('NOTE'),
    Type.Literal('ASSIGNED'),
    Type.Literal('UNASSIGNED'),
    Type.Literal('PAUSED'),
    Type.Literal('RESUMED'),
    Type.Literal('REPEATED'),
    Type.Literal('ESCALATED'),
    Type.Literal('RESET'),
    Type.Literal('ENDED'),
  ]),
  /** Null for the server's own actions. */
  by: Nullable(Type.String()),
  /** A note, a message, the name of an assignee or of a channel. */
  words: Type.String(),
  notice: Nullable(
    Type.Object({
      event: Type.String(),
      /** Null for mail to technicians. */
      channel: Nullable(Type.String()),
      deliveries: Type.Array(AlertDelivery),
    }),
  ),
});
const AlertDetail = Type.Object({
  ...Alert.properties,
  /** Oldest first. */
  timeline: Type.Array(AlertTimelineEntry),
  /** Whether earlier entries were omitted. */
  shortened: Type.Boolean(),
});

export const alertCalls = {
  listAlerts: call({
    method: 'GET',
    path: '/alert',
    summary: 'Alerts, newest first',
    query: Type.Object({
      ...PageQuery,
      monitorId: Type.Optional(Id),
      clientId: Type.Optional(Id),
      open: Type.Optional(Type.Boolean()),
      acknowledged: Type.Optional(Type.Boolean()),
      severity: Type.Optional(Severity),
      ...SortQuery('raised', 'severity', 'monitor', 'organization', 'condition', 'reset'),
    }),
    reply: Page(Alert),
    errors: [],
    permission: 'NODE:View',
  }),
  acknowledgeAlert: call({
    method: 'PUT',
    path: '/alert/:id/acknowledgement',
    summary: 'Says that somebody looks after an alert; said again, the latest stands',
    params: IdParams,
    body: Closed({ note: Type.Optional(Text(10_000)) }),
    bodyBytes: 64 * 1024,
    reply: Saved('alert', Alert),
    errors: [],
    permission: 'NODE:Update',
    idempotent: true,
  }),
  withdrawAcknowledgement: call({
    method: 'DELETE',
    path: '/alert/:id/acknowledgement',
    summary: 'Takes the acknowledgement of an alert back',
    params: IdParams,
    reply: Saved('alert', Alert),
    errors: [],
    permission: 'NODE:Update',
    idempotent: true,
  }),
  readAlert: call({
    method: 'GET',
    path: '/alert/:id',
    summary: 'One alert with its timeline',
    params: IdParams,
    reply: AlertDetail,
    errors: [],
    permission: 'NODE:View',
  }),
  addAlertNote: call({
    method: 'POST',
    path: '/alert/:id/note',
    summary: 'Adds a note to the timeline of an alert',
    params: IdParams,
    body: Closed({ note: Text(2000) }),
    reply: Saved('alert', Alert),
    errors: [],
    permission: 'NODE:Update',
    idempotent: true,
  }),
  listAlertTechnicians: call({
    method: 'GET',
    path: '/alert/:id/technician',
    summary: 'The technicians that an alert can be assigned to',
    params: IdParams,
    reply: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    errors: [],
    permission: 'NODE:Update',
  }),
  assignAlert: call({
    method: 'PUT',
    path: '/alert/:id/assignee',
    summary: 'Assigns an alert to a technician, or to nobody',
    params: IdParams,
    body: Closed({ userId: Nullable(Id) }),
    reply: Saved('alert', Alert),
    errors: [],
    permission: 'NODE:Update',
    idempotent: true,
  }),
};
