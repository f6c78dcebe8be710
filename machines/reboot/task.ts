// What a reboot begins with, and what it says of its time.
import { beginning, keepChange } from '#engine/flow/answers.ts';
import type { Answers, FlowContext, FlowInput } from '#engine/flow/flow.ts';
import { changeWords, dayWords, zoneWords } from '#engine/vocabulary/clock-words.ts';
import { localText, momentOf } from '#engine/vocabulary/instant.ts';
import { defaultSchedule, nextRuns } from '#engine/vocabulary/schedule.ts';

/**
 * The context to begin with. The page that opens it gives the devices in the answers, the viewer's zone (`zone`) and, where one device is
 * meant, its name and the zone of its organization (`deviceZone`).
 */
export function opened(input: FlowInput): FlowContext {
  const { zone = 'UTC', name } = input.params ?? {};
  const given = input.answers?.['task'] ?? {};
  const ids = Array.isArray(given['deviceIds']) ? given['deviceIds'] : [];
  const task = { name: nameOf(ids), runAt: firstTime(input.now, zone), timeZone: zone, skipIfOffline: true, ...given };
  const context = { ...beginning(input), answers: { ...input.answers, task } };
  const what = name === undefined ? `${ids.length} ${ids.length === 1 ? 'device' : 'devices'}` : `“${name}”`;
  return { ...context, words: { what, runs: runsNote(context, task) } };
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
function runsNote({ params }: FlowContext, { runAt, timeZone }: Answers): string {
  if (typeof runAt !== 'string' || typeof timeZone !== 'string' || timeZone === '') return '';
  const moment = momentOf(runAt, timeZone);
  if (moment?.kind !== 'instant') return '';
  const { zone = 'UTC', deviceZone = zone } = params;
  const said = (at: string) => {
    const local = localText(moment.milliseconds, at);
    return `${dayWords(local)} at ${local.slice(11)} in ${zoneWords(at)}`;
  };
  const others = [...new Set([deviceZone, zone])].filter((each) => each !== timeZone);
  const also = others.length === 0 ? '' : `, which is ${others.map(said).join(' and ')}`;
  return ` It runs on ${said(timeZone)}${also}.${changeWords(runAt, timeZone, 'reboot')}`;
}
