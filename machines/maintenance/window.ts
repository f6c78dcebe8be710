import { beginning, keepChange } from '#engine/flow/answers.ts';
import type { Answers, FlowContext, FlowInput, Refusal } from '#engine/flow/flow.ts';
import { localText, momentOf } from '#engine/vocabulary/instant.ts';
import document from '#schemas/maintenance/window.json';

const minute = 60_000;
/** What the start is at first, after now, and the end after the start (F09-18, F09-19, ruling 30). */
const startAfter = minute;
const endAfter = 6 * minute;

const places = [document.schema, ...document.schema.allOf.map(({ then }) => then)];
const defaults = places.flatMap(({ properties }) =>
  Object.entries(properties).flatMap(([name, property]) =>
    'default' in property ? [[name, property.default] as const] : [],
  ),
);

/** What every field is before anybody said anything, the dates too, which no document can know. */
function firstAnswers(now: string, timeZone: string): Answers {
  // The field has whole minutes: the next one, which is still to come.
  const at = (after: number) => localText(Math.ceil((Date.parse(now) + after) / minute) * minute, timeZone);
  return { ...Object.fromEntries(defaults), startsAt: at(startAfter), endsAt: at(startAfter + endAfter), timeZone };
}

/**
 * The context to begin with. The page that opens it gives the viewer's zone and, where one monitor is meant, its name; in
 * the answers the monitors, and their window where it is to be changed.
 */
export function opened(input: FlowInput): FlowContext {
  const { zone = 'UTC', name } = input.params ?? {};
  const window = { ...firstAnswers(input.now, zone), ...input.answers?.['window'] };
  const words = { what: name === undefined ? monitorsIn(window) : `“${name}”`, zone: zone.replaceAll('_', ' ') };
  return { ...beginning(input), answers: { window }, words };
}

function monitorsIn({ monitorIds }: Answers): string {
  const count = Array.isArray(monitorIds) ? monitorIds.length : 1;
  return count === 1 ? 'the monitor' : `${count} monitors`;
}

/** `step.changed`: a start that is moved past the end pushes the end (F09-10, F09-20, ruling 30). */
export function keepWindow(context: FlowContext, event: { type: string }): ReturnType<typeof keepChange> {
  const kept = keepChange(context, event);
  const before = context.answers['window'] ?? {};
  const window = kept.answers['window'] ?? {};
  const moved = window['startsAt'] !== before['startsAt'] || window['startType'] !== before['startType'];
  const [start, end] = [startOf(window), endOf(window)];
  if (!moved || start === undefined || end === undefined || start <= end) return kept;
  const endsAt = localText(start + endAfter, zoneOf(window));
  return { ...kept, answers: { ...kept.answers, window: { ...window, endsAt } } };
}

/** How long the presets of the end are, in minutes from the start. */
const presets: Readonly<Record<string, number>> = { HOURS_1: 60, HOURS_4: 240, HOURS_8: 480 };

function scheduleOf(window: Answers): Answers {
  const { repeats, daysOfWeek, dayOfMonth, runAt, lasts, endType } = window;
  if (repeats === 'WEEKLY' || repeats === 'MONTHLY') {
    const [runAtHour, runAtMinute] = String(runAt).split(':').map(Number);
    const days = repeats === 'WEEKLY' ? { daysOfWeek } : { dayOfMonth };
    const repeat = { repeats, ...days, runAtHour, runAtMinute };
    return { startTime: null, endTime: null, minutes: Math.ceil(Number(lasts) / 60), repeat };
  }
  const seconds = (at: number | undefined) => (at === undefined ? null : at / 1000);
  const minutes = presets[String(endType)];
  return {
    startTime: seconds(startOf(window)),
    endTime: seconds(endOf(window)),
    ...(minutes === undefined ? {} : { minutes }),
  };
}

/** The body of `POST /maintenance` (F09-29); times in unix seconds, null for now and never (F09-04). */
export function requestOf({ answers }: FlowContext, override: boolean): Answers {
  const window = answers['window'] ?? {};
  const { notifications, alerts, notificationChannels, reasonMessage, monitorIds } = window;
  return {
    schedule: scheduleOf(window),
    options: { notifications, alerts: alerts === true, notificationChannels: notificationChannels === true },
    ...(reasonMessage === undefined ? {} : { reasonMessage }),
    monitorIds,
    override,
  };
}

const asked: Readonly<Record<string, string>> = {
  '/schedule/startTime': '/startsAt',
  '/schedule/endTime': '/endsAt',
  '/schedule/minutes': '/lasts',
  '/schedule/repeat/daysOfWeek': '/daysOfWeek',
  '/schedule/repeat/dayOfMonth': '/dayOfMonth',
  '/schedule/repeat/runAtHour': '/runAt',
};

/** The refusal with its fields as the screen names them. */
export function named(refusal: Refusal): Refusal {
  const { fields } = refusal;
  if (fields === undefined) return refusal;
  const own = (pointer: string) => asked[pointer] ?? pointer.replace('/options', '');
  return { ...refusal, fields: Object.fromEntries(Object.entries(fields).map(([at, words]) => [own(at), words])) };
}

function startOf(window: Answers): number | undefined {
  return window['startType'] === 'AT' ? momentOf(window['startsAt'], zoneOf(window))?.milliseconds : undefined;
}

function endOf(window: Answers): number | undefined {
  return window['endType'] === 'ON' ? momentOf(window['endsAt'], zoneOf(window))?.milliseconds : undefined;
}

function zoneOf({ timeZone }: Answers): string {
  return typeof timeZone === 'string' ? timeZone : 'UTC';
}
