import type { BodyOf } from '#api/contract/call.ts';
import type { CustomFields } from '#api/contract/custom-fields.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { HeldOptions, StoredRepeat } from '../database/schema/maintenance.ts';
import { withKnownFields } from '#engine/document/custom-fields.ts';
import { readBody } from '#engine/flow/read-answers.ts';
import manifest from '#schemas/maintenance/flow.json';
import type { CallContext } from '../context.ts';
import { customFieldsIn, requireCustom } from '../custom/custom-fields.ts';
import { requireAnswers } from '../require-fields.ts';
import { answerProblems } from '../screens/answer-problems.ts';

type Body = BodyOf<Catalogue['setMaintenance']>;

export interface WindowInput {
  /** Of a recurring one the rule; its windows come from it. */
  repeat: StoredRepeat | null;
  minutes: number | null;
  startsAt: Date;
  endsAt: Date | null;
  options: Required<HeldOptions>;
  reasonMessage: string;
  custom: CustomFields;
}

const setMaintenance = { flow: 'maintenance', manifest, call: 'setMaintenance' };

/** What the screen of the flow `maintenance` says of the body (F09-13, F09-14, F09-16). @throws Refused `invalid_input` */
export function checkedWindow({ services, now }: Pick<CallContext, 'services' | 'now'>, body: Body): WindowInput {
  const { startTime, minutes, repeat } = body.schedule;
  const endTime = endOf(body.schedule, now);
  const { notifications = true, alerts = false, notificationChannels = false } = body.options;
  const { patching = false, avScans = false, tasks = false } = body.options;
  const reasonMessage = (body.reasonMessage ?? '').trim();
  const { screens } = services;
  const custom = requireCustom(screens, 'maintenance', { given: body.custom, stored: {} });
  const asked = { ...setMaintenance, manifest: withKnownFields(manifest, customFieldsIn(screens, 'maintenance')) };
  const request = {
    ...body,
    custom,
    // The screen holds a length against its bounds only where the window recurs; of any other it judges the end.
    schedule: { startTime, endTime, ...(repeat && { repeat, minutes }) },
    options: { notifications, alerts, patching, avScans, tasks, notificationChannels },
    reasonMessage,
  };
  const answers = readBody(asked.manifest, asked.call, request, {
    given: {
      timeZone: 'UTC',
      ...(body.deviceIds ? { subject: 'DEVICES', suppresses: 'ALL' } : { subject: 'MONITORS', suppresses: 'ALERTS' }),
    },
  });
  requireAnswers(answerProblems(screens, asked, answers, { now }));
  return {
    repeat: repeat ?? null,
    minutes: minutes ?? null,
    startsAt: startTime === null ? now : new Date(startTime * 1000),
    endsAt: endTime === null ? null : new Date(endTime * 1000),
    options: { alerts, patching, avScans, tasks, notificationChannels },
    reasonMessage,
    custom,
  };
}

/** The end in unix seconds: as given, or so many minutes after the start. */
function endOf({ startTime, endTime, minutes, repeat }: Body['schedule'], now: Date): number | null {
  if (minutes === undefined || repeat || endTime !== null) return endTime;
  return (startTime ?? Math.floor(now.getTime() / 1000)) + minutes * 60;
}
