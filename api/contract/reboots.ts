import { Type } from 'typebox';
import { call } from './call.ts';
import { Schedule } from './schedule.ts';
import { Closed, Done, Id, IdParams, Instant, Nullable, OneOf, Text } from './shapes.ts';

/** Devices of one task. */
const mostTargets = 100;
/** Reboots of one device that wait. */
export const mostWaiting = 20;

/** How a reboot stands on one device; `server/power/run-reboots.ts` says when it changes. */
export const rebootStates = [
  'WAITING',
  'SENT',
  'DONE',
  'REFUSED',
  'SKIPPED',
  'MISSED',
  'CANCELLED',
  'UNCONFIRMED',
] as const;

/** A scheduled task that reboots devices once (F13-03 … F13-06). What can have one value only says so. */
const RebootTask = Closed({
  name: Text(255),
  description: Text(1000),
  enabled: Type.Literal(true),
  runsOnNodeScheduledTask: Type.Literal(true),
  /** F13-10 */
  adHoc: Type.Literal(true),
  content: Closed({ skipIfOffline: Type.Boolean() }),
  /** Empty: the agent reboots the device itself. */
  scripts: Closed({ actionList: Type.Array(Closed({ scriptId: Id, scriptName: Text(100) }), { maxItems: 0 }) }),
  schedule: Schedule,
  targets: Type.Array(
    Closed({
      targetId: Id,
      /** The task has no id before it is stored. */
      scheduledTaskId: Type.Null(),
      targetType: Type.Literal('NODE'),
    }),
    { minItems: 1, maxItems: mostTargets },
  ),
});

export const rebootCalls = {
  /** F13-08 */
  addReboot: call({
    method: 'POST',
    path: '/scheduledTask/reboot',
    summary: 'Schedules a reboot of devices',
    body: RebootTask,
    bodyBytes: 64 * 1024,
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), id: Id, runAt: Instant }),
    errors: [],
    permission: 'NODE:Update',
    idempotent: true,
    rate: { max: 30, seconds: 60 },
  }),
  listDeviceReboots: call({
    method: 'GET',
    path: '/device/:id/reboots',
    summary: 'The latest scheduled reboots of a device, the last due first',
    params: IdParams,
    reply: Type.Array(
      Type.Object({
        /** Of the task. */
        id: Id,
        name: Type.String(),
        description: Type.String(),
        skipIfOffline: Type.Boolean(),
        runAt: Instant,
        timeZone: Type.String(),
        createdBy: Type.String(),
        createdAt: Instant,
        state: OneOf(rebootStates),
        /** Why it waits, or did not happen. */
        reason: Type.String(),
        endedAt: Nullable(Instant),
      }),
    ),
    errors: [],
    permission: 'NODE:View',
  }),
  cancelReboot: call({
    method: 'POST',
    path: '/device/:id/reboots/:taskId/cancel',
    summary: 'Cancels a reboot of one device that waits',
    params: Type.Object({ id: Id, taskId: Id }),
    reply: Done,
    errors: ['reboot_not_waiting'],
    permission: 'NODE:Update',
    idempotent: true,
  }),
};
