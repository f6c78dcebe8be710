import { Type } from 'typebox';
import { call } from './call.ts';
import { CustomFields, CustomInput } from './custom-fields.ts';
import { maintenanceFeatures } from './maintenance-features.ts';
import { Hour, Minute, scheduleDays } from './schedule.ts';
import { Closed, Id, IdParams, Instant, Nothing, Nullable, OneOf, Text } from './shapes.ts';

/** Up to the end of the year 9999. */
const UnixSeconds = Type.Integer({ minimum: 0, maximum: 253_402_300_799 });
/**
 * What is suppressed (F09-05): omitted options are not, notifications always are (F09-17). Of each device, only what its class has
 * is stored (F09-21 … F09-24); of a cloud monitor, alerts and notification channels.
 */
const MaintenanceOptions = Closed({
  notifications: Type.Optional(Type.Boolean()),
  alerts: Type.Optional(Type.Boolean()),
  patching: Type.Optional(Type.Boolean()),
  avScans: Type.Optional(Type.Boolean()),
  tasks: Type.Optional(Type.Boolean()),
  notificationChannels: Type.Optional(Type.Boolean()),
});
/**
 * How a maintenance recurs, with the fields of a schedule (C20-03, C20-05), in the time zone of the organization of the monitor or device.
 */
export const MaintenanceRepeat = Closed({
  repeats: Type.Union([Type.Literal('WEEKLY'), Type.Literal('MONTHLY')]),
  ...scheduleDays,
  runAtHour: Hour,
  runAtMinute: Minute,
});
/** A stored window. `endTime` null: it does not end (F09-04). */
export const MaintenanceWindow = Type.Object({
  id: Id,
  startTime: UnixSeconds,
  endTime: Nullable(UnixSeconds),
  options: Type.Object({
    notifications: Type.Boolean(),
    alerts: Type.Boolean(),
    patching: Type.Boolean(),
    avScans: Type.Boolean(),
    tasks: Type.Boolean(),
    notificationChannels: Type.Boolean(),
  }),
  /** Options that nobody can change for a node of this class: notifications, always suppressed, and those that it has not (F09-06). */
  disabledOptions: Type.Array(OneOf(['notifications', ...maintenanceFeatures])),
  reasonMessage: Type.String(),
  custom: CustomFields('maintenance'),
  /** The rule of a recurring window, with its time zone. */
  repeat: Nullable(Type.Object({ ...MaintenanceRepeat.properties, timeZone: Type.String() })),
  /** The name outlives the user. */
  setBy: Type.String(),
  setAt: Instant,
});
/** What a window kept from being raised, sent or run. */
const Suppressed = Type.Object({
  /** An alert that was not raised, a message about one that technicians or channels did not get, or a reboot or script that did not run. */
  kind: OneOf(['ALERT', 'TECHNICIANS', 'CHANNELS', 'REBOOT', 'SCRIPT']),
  /** What the message is about; null otherwise. */
  news: Nullable(OneOf(['raised', 'reset', 'ended'])),
  at: Instant,
  conditionName: Type.String(),
  message: Type.String(),
});
/** A window with what it suppressed: the latest 50, and how many there were. */
const ListedWindow = Type.Object({
  ...MaintenanceWindow.properties,
  suppressed: Type.Object({ items: Type.Array(Suppressed), total: Type.Integer() }),
});
const WindowList = Type.Object({ items: Type.Array(ListedWindow), total: Type.Integer() });
/** As many ids as a list of monitors or devices returns. */
const NodeIds = Type.Array(Id, { maxItems: 20_000 });
/** Either of them, never both. */
const subjects = { deviceIds: Type.Optional(NodeIds), monitorIds: Type.Optional(NodeIds) };

export const maintenanceCalls = {
  /**
   * Applies to all devices (or cloud monitors) or to none. Each has at most one active or scheduled window, which a new one replaces. With `override`
   * false the call refuses to replace one, so that the console can ask the user (F09-11). `startTime` null: now. `endTime` null: no end, or
   * `minutes` after the start. With `repeat` each window lasts `minutes`, and both times are null.
   */
  setMaintenance: call({
    method: 'POST',
    path: '/maintenance',
    summary: 'Puts devices or cloud monitors into maintenance',
    body: Closed({
      schedule: Closed({
        startTime: Nullable(UnixSeconds),
        endTime: Nullable(UnixSeconds),
        minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 525_600 })),
        repeat: Type.Optional(MaintenanceRepeat),
      }),
      options: MaintenanceOptions,
      reasonMessage: Type.Optional(Text()),
      custom: Type.Optional(CustomInput('maintenance')),
      ...subjects,
      override: Type.Optional(Type.Boolean()),
    }),
    bodyBytes: 256 * 1024,
    reply: Nothing,
    errors: ['already_in_maintenance'],
    permission: 'SYSTEM:MaintenanceMode.Editor.Access',
    idempotent: true,
  }),
  endMaintenance: call({
    method: 'POST',
    path: '/maintenance/schedules/deleteList',
    summary: 'Ends the maintenance of devices or cloud monitors, and what was coming',
    body: Closed(subjects),
    bodyBytes: 256 * 1024,
    reply: Nothing,
    errors: [],
    permission: 'SYSTEM:MaintenanceMode.Editor.Access',
    idempotent: true,
  }),
  listMaintenance: call({
    method: 'GET',
    path: '/cloudmonitor/:id/maintenance',
    summary: 'When a cloud monitor was, is or will be in maintenance, newest first: what touches the span, at most 500',
    params: IdParams,
    query: Type.Object({ from: Type.Optional(Instant), to: Type.Optional(Instant) }),
    reply: WindowList,
    errors: [],
    permission: 'NODE:View',
  }),
  listDeviceMaintenance: call({
    method: 'GET',
    path: '/device/:id/maintenance',
    summary: 'When a device was, is or will be in maintenance, newest first: what touches the span, at most 500',
    params: IdParams,
    query: Type.Object({ from: Type.Optional(Instant), to: Type.Optional(Instant) }),
    reply: WindowList,
    errors: [],
    permission: 'NODE:View',
  }),
};
