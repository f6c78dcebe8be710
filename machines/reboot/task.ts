// What a reboot begins with, and what it says of its time.
import { beginning, keepChange } from '#engine/flow/answers.ts';
import type { Answers, FlowContext, FlowInput } from '#engine/flow/flow.ts';
import { changeWords, dayWords, zoneWords } from '#engine/vocabulary/clock-words.ts';
import { localText, momentOf } from '#engine/vocabulary/instant.ts';
import { defaultSchedule, nextRuns } from '#engine/vocabulary/schedule.ts';

/** The context to begin with: a task of the devices that were given, at the next 09:00 of the viewer. */
export function opened(input: FlowInput): FlowContext {
  const { zone, deviceName, deviceIds } = givenIn(input);
  const count = deviceIds.length;
  const task = {
    name: nameOf(deviceIds),
    runAt: firstTime(input.now, zone),
    timeZone: zone,
    skipIfOffline: true,
    ...input.answers?.['task'],
  };
  const context = { ...beginning(input), answers: { ...input.answers, task } };
  const what = deviceName === undefined ? `${count} ${count === 1 ? 'device' : 'devices'}` : `“${deviceName}”`;
  return { ...context, words: { what, runs: runsNote(context, task) } };
}

/** What the page that opens it gives: the devices and the viewer's zone; where one is meant its name and the zone of its organization. */
interface RebootGiven {
  zone: string;
  deviceIds: readonly number[];
  deviceName?: string;
  deviceZone?: string;
}

/** The manifest holds it to its schema wherever the flow is opened. The server reads no zone of the viewer from a request. */
function givenIn({ given = {} }: Pick<FlowContext, 'given'>): RebootGiven {
  return { zone: 'UTC', deviceIds: [], ...given };
}

/** F13-09 */
function nameOf(ids: readonly unknown[]): string {
  return ids.length === 1 ? `Reboot of device ${String(ids[0])}` : `Reboot of ${ids.length} devices`;
}

/** The next 09:00 of the zone (C20-09). */
function firstTime(now: string, timeZone: string): string {
  const after = Date.parse(now);
  const startDate = localText(after, timeZone).slice(0, 10);
  const [next] = nextRuns(defaultSchedule({ startDate, timeZone }), { after, count: 1 });
  return next === undefined ? '' : localText(next.milliseconds, timeZone);
}

/** `step.changed`: what the screen says of the time follows its fields. */
export function keepTask(
  context: FlowContext,
  event: { type: string },
): ReturnType<typeof keepChange> & Pick<FlowContext, 'words'> {
  const kept = keepChange(context, event);
  return { ...kept, words: { ...context.words, runs: runsNote(context, kept.answers['task'] ?? {}) } };
}

/** When it runs, in the zone of the task, of the device and of the viewer; empty, or sentences that each begin with a space. */
function runsNote(context: FlowContext, { runAt, timeZone }: Answers): string {
  if (typeof runAt !== 'string' || typeof timeZone !== 'string' || timeZone === '') return '';
  const moment = momentOf(runAt, timeZone);
  if (moment?.kind !== 'instant') return '';
  const { zone, deviceZone = zone } = givenIn(context);
  const said = (at: string) => {
    const local = localText(moment.milliseconds, at);
    return `${dayWords(local)} at ${local.slice(11)} in ${zoneWords(at)}`;
  };
  const others = [...new Set([deviceZone, zone])].filter((each) => each !== timeZone);
  const also = others.length === 0 ? '' : `, which is ${others.map(said).join(' and ')}`;
  return ` It runs on ${said(timeZone)}${also}.${changeWords(runAt, timeZone, 'reboot')}`;
}
