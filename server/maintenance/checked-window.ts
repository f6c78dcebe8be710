import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { HeldOptions } from '../database/schema/maintenance.ts';
import type { CallContext } from '../http/handler.ts';
import { requireAnswers } from '../http/require-fields.ts';

type Body = BodyOf<Catalogue['setMaintenance']>;

export interface WindowInput {
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
};

/** What the screen of the flow `maintenance` says of the body (F09-13, F09-14, F09-16). @throws Refused `invalid_input` */
export function checkedWindow({ services, now }: CallContext, body: Body): WindowInput {
  const { startTime, endTime } = body.schedule;
  const { notifications = true, alerts = false, notificationChannels = false } = body.options;
  const reasonMessage = (body.reasonMessage ?? '').trim();
  const answers = {
    startType: startTime === null ? 'NOW' : 'AT',
    ...(startTime !== null && { startsAt: inUtc(startTime) }),
    endType: endTime === null ? 'NEVER' : 'ON',
    ...(endTime !== null && { endsAt: inUtc(endTime) }),
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
    startsAt: startTime === null ? now : new Date(startTime * 1000),
    endsAt: endTime === null ? null : new Date(endTime * 1000),
    options: { alerts, notificationChannels },
    reasonMessage,
  };
}

/** As the screen has dates and times: without an offset, here meant in UTC. */
function inUtc(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19);
}
