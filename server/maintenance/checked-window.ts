import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { HeldOptions, StoredRepeat } from '../database/schema/maintenance.ts';
import type { Answers } from '#engine/flow/flow.ts';
import type { CallContext } from '../context.ts';
import { requireAnswers } from '../require-fields.ts';

type Body = BodyOf<Catalogue['setMaintenance']>;

export interface WindowInput {
  /** Of a recurring one the rule; its windows come from it. */
  repeat: StoredRepeat | null;
  minutes: number | null;
  startsAt: Date;
  endsAt: Date | null;
  options: HeldOptions;
  reasonMessage: string;
}

/** Where the body holds what the screen asks. */
const pointers: Readonly<Record<string, string>> = {
  '/startsAt': '/schedule/startTime',
  '/endsAt': '/schedule/endTime',
  '/notifications': '/options/notifications',
  '/repeats': '/schedule/repeat/repeats',
  '/daysOfWeek': '/schedule/repeat/daysOfWeek',
  '/dayOfMonth': '/schedule/repeat/dayOfMonth',
  '/runAt': '/schedule/repeat/runAtHour',
  '/lasts': '/schedule/minutes',
};

/** What the screen of the flow `maintenance` says of the body (F09-13, F09-14, F09-16). @throws Refused `invalid_input` */
export function checkedWindow({ services, now }: CallContext, body: Body): WindowInput {
  const { startTime, minutes, repeat } = body.schedule;
  const endTime = endOf(body.schedule, now);
  const { notifications = true, alerts = false, notificationChannels = false } = body.options;
  const reasonMessage = (body.reasonMessage ?? '').trim();
  const once = {
    repeats: 'ONCE',
    startType: startTime === null ? 'NOW' : 'AT',
    ...(startTime !== null && { startsAt: inUtc(startTime) }),
    endType: endTime === null ? 'NEVER' : 'ON',
    ...(endTime !== null && { endsAt: inUtc(endTime) }),
  };
  const answers = {
    ...(repeat ? repeated(repeat, minutes) : once),
    timeZone: 'UTC',
    notifications,
    alerts,
    notificationChannels,
    ...(reasonMessage !== '' && { reasonMessage }),
    monitorIds: body.monitorIds,
  };
  const found = services.screens.check('maintenance', 'window', answers, { now });
  requireAnswers(found.map((each) => ({ ...each, pointer: pointers[each.pointer] ?? each.pointer })));
  return {
    repeat: repeat ?? null,
    minutes: minutes ?? null,
    startsAt: startTime === null ? now : new Date(startTime * 1000),
    endsAt: endTime === null ? null : new Date(endTime * 1000),
    options: { alerts, notificationChannels },
    reasonMessage,
  };
}

function repeated({ runAtHour, runAtMinute, ...rule }: StoredRepeat, minutes: number | undefined): Answers {
  const two = (number: number) => String(number).padStart(2, '0');
  return {
    ...rule,
    runAt: `${two(runAtHour)}:${two(runAtMinute)}`,
    ...(minutes !== undefined && { lasts: minutes * 60 }),
  };
}

/** The end in unix seconds: as given, or so many minutes after the start. */
function endOf({ startTime, endTime, minutes, repeat }: Body['schedule'], now: Date): number | null {
  if (minutes === undefined || repeat || endTime !== null) return endTime;
  return (startTime ?? Math.floor(now.getTime() / 1000)) + minutes * 60;
}

/** As the screen has dates and times: without an offset, here meant in UTC. */
function inUtc(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19);
}
