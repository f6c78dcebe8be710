import { answersOf, beginning, keepChange } from '#engine/flow/answers.ts';
import type { Answers, FlowContext, FlowInput } from '#engine/flow/flow.ts';
import { buildRequest } from '#engine/flow/mapping.ts';
import { localText } from '#engine/vocabulary/instant.ts';
import manifest from '#schemas/maintenance/flow.json';
import document from '#schemas/maintenance/window.json';
import { clockNote } from './clock-note.ts';

const minute = 60_000;
/** What the start is at first, after now, and the end after the start (F09-18, F09-19, ruling 30). */
const startAfter = minute;
const endAfter = 6 * minute;

const places = [document.schema, ...document.schema.allOf.map(({ then }) => then)];
const defaults = places.flatMap(({ properties }) =>
  Object.entries(properties).flatMap(([name, property]) =>
    'default' in property && !document.given.includes(name) ? [[name, property.default] as const] : [],
  ),
);

/** What every field is before anybody said anything, the dates too, which no document can know. */
function firstAnswers(now: string, timeZone: string): Answers {
  // The field has whole minutes: the next one, which is still to come.
  const at = (after: number) => localText(Math.ceil((Date.parse(now) + after) / minute) * minute, timeZone);
  return { ...Object.fromEntries(defaults), startsAt: at(startAfter), endsAt: at(startAfter + endAfter) };
}

/**
 * The context to begin with. Given are the monitors or devices and what they can suppress, the viewer's zone and, where one is meant,
 * its name and the zone of its organization (`ruleZone`); the answers are the window where one is to be changed.
 */
export function opened(input: FlowInput): FlowContext {
  const given = input.given ?? {};
  const { name } = given;
  const zone = zoneIn(given);
  const window = { ...firstAnswers(input.now, zone), ...input.answers?.['window'] };
  const what = typeof name === 'string' ? `“${name}”` : subjectsIn(given);
  const context = beginning({ ...input, answers: { window } });
  return { ...context, words: { what, zone: zone.replaceAll('_', ' '), clock: noteIn(context, window) } };
}

function zoneIn({ timeZone }: Answers): string {
  return typeof timeZone === 'string' ? timeZone : 'UTC';
}

function subjectsIn({ subject, monitorIds, deviceIds }: Answers): string {
  const [ids, noun] = subject === 'DEVICES' ? [deviceIds, 'device'] : [monitorIds, 'monitor'];
  const count = Array.isArray(ids) ? ids.length : 1;
  return count === 1 ? `the ${noun}` : `${count} ${noun}s`;
}

function noteIn({ given = {}, now }: Pick<FlowContext, 'given' | 'now'>, window: Answers): string {
  const { ruleZone } = given;
  return clockNote(window, { viewer: zoneIn(given), rule: typeof ruleZone === 'string' ? ruleZone : undefined, now });
}

/** `step.changed`: a start that is moved past the end pushes the end (F09-10, F09-20, ruling 30). */
export function keepWindow(
  context: FlowContext,
  event: { type: string },
): ReturnType<typeof keepChange> & Pick<FlowContext, 'words'> {
  const kept = keepTimes(context, event);
  const clock = noteIn(context, kept.answers['window'] ?? {});
  return { ...kept, words: { ...context.words, clock } };
}

function keepTimes(context: FlowContext, event: { type: string }): ReturnType<typeof keepChange> {
  const kept = keepChange(context, event);
  const before = answersOf(context, 'maintenance/window');
  const window = answersOf(kept, 'maintenance/window');
  const moved = window.startsAt !== before.startsAt || window.startType !== before.startType;
  const { startTime, endTime } = scheduleOf({ ...context, ...kept });
  if (!moved || startTime === null || endTime === null || startTime <= endTime) return kept;
  const endsAt = localText(startTime * 1000 + endAfter, zoneIn(context.given ?? {}));
  return { ...kept, answers: { ...kept.answers, window: { ...window, endsAt } } };
}

function scheduleOf(context: FlowContext) {
  return buildRequest(manifest, 'setMaintenance', context)['schedule'] as Record<
    'startTime' | 'endTime',
    number | null
  >;
}
