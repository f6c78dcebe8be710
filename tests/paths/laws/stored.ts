// EDIT: what is stored and left alone is sent as it is stored; what somebody else saved meanwhile is not lost.
import { catalogue } from '#api/contract/catalogue.ts';
import type { Call } from '#api/contract/call.ts';
import { segmentsOf, valueAt, withoutIndexes } from '#engine/document/pointer.ts';
import type { EffectInput, FlowContext, Refusal } from '#engine/flow/flow.ts';
import { mappingOf, rulesOf } from '#engine/flow/sends.ts';
import { stateOf, type Stand, type SurveyStep } from '../generator/survey.ts';
import { leaves } from '../approved/values.ts';
import { wrongCall } from '../rig.ts';
import type { Asked, Problem } from './asked.ts';

const calls = catalogue as Record<string, Call>;
const spelled = (value: unknown) => JSON.stringify(value) ?? 'nothing';
const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || spelled(value) === '[]';

/** A save of answers that nobody changed sends every stored field that the call takes, as it is stored. */
export function changedBySaving({ flow, found }: Asked): Problem[] {
  return found.steps.flatMap(({ before, started, after }) => {
    const entity = leftAlone(before, after);
    if (entity === undefined) return [];
    return started
      .filter(({ effect }) => calls[effect]?.revised !== undefined)
      .flatMap((call) => differsFromStored(flow, call, entity).map((problem) => ({ problem, at: after })));
  });
}

/** Where a save of what nobody changed sends something else than what is stored. */
export function differsFromStored(
  flow: Asked['flow'],
  { effect, input: { body } }: { effect: string; input: EffectInput },
  entity: Readonly<Record<string, unknown>>,
): string[] {
  const of = `${effect} of what nobody changed`;
  const changed = [...leaves(body)].flatMap(([place, sent]) => {
    const held = valueAt(entity, place);
    // What the entity keeps under another name is the mapping's to tell.
    if (isEmpty(sent) || spelled(held) === spelled(sent) || (held === undefined && !hasPlace(entity, place))) return [];
    return [`${of}: ${withoutIndexes(place)} is stored as ${spelled(held)} and sent as ${spelled(sent)}`];
  });
  const lost = sentAlways(flow, effect)
    .filter((name) => !isEmpty(entity[name]) && valueAt(body, `/${name}`) === undefined)
    .map((name) => `${of} does not send ${name}, which is stored`);
  return [...changed, ...lost];
}

/** What EDIT reads is what its steps show first. */
export function unreadEntities({ flow, found }: Asked): Problem[] {
  const edits = Object.keys(flow.effects).some((effect) => calls[effect]?.revised !== undefined);
  return found.steps.flatMap(({ before, move, after }) => {
    const context = after.snapshot.context as FlowContext;
    const isRead = move.kind === 'done' && move.effect.startsWith('read') && calls[move.effect]?.method === 'GET';
    if (!edits || !isRead || context.mode !== 'EDIT' || before.by !== undefined || after.snapshot.status !== 'active')
      return [];
    const shown = Object.values(context.answers).some((answers) => Object.keys(answers).length > 0);
    if (shown && spelled(context.answers) === spelled(context.stored)) return [];
    return [{ problem: `${move.effect} is done, and the steps do not show what is stored`, at: after }];
  });
}

/** The fields at the top of a request that no answer keeps out of it. */
function sentAlways({ sends = {} }: Asked['flow'], effect: string): string[] {
  const own = sends[effect];
  if (own === undefined)
    return Object.keys((calls[effect]?.body as { properties?: object } | undefined)?.properties ?? {});
  const call = mappingOf({ sends }, effect);
  return Object.entries(call.body).flatMap(([place, sent]) => {
    const [name = '', ...below] = segmentsOf(place);
    return below.length === 0 && rulesOf(sent).some(({ when }) => when === undefined) ? [name] : [];
  });
}

/** A choice in a conflict is what is saved next, on the revision that was chosen against; Back keeps nothing of it. */
export function wrongConflicts({ flow, found }: Asked): Problem[] {
  return found.steps.flatMap((step) => [...wrongMerge(flow.namedBy, step), ...wrongConflict(step)]);
}

function wrongConflict({ before, move, event, transitions, after }: SurveyStep): Problem[] {
  const context = after.snapshot.context as FlowContext;
  const was = before.snapshot.context as FlowContext;
  if (move.kind === 'refuse' && (event['error'] as Refusal).conflict !== undefined) {
    const at = after;
    if (context.theirs === undefined)
      return [{ problem: `${move.effect}: a conflict does not show the other version`, at }];
    const kept = Object.entries(was.answers).every(
      ([id, data]) => id === 'conflict' || spelled(context.answers[id]) === spelled(data),
    );
    return kept ? [] : [{ problem: `${move.effect}: a conflict loses answers`, at }];
  }
  const isBack = move.kind === 'event' && move.type === 'back' && transitions.length > 0;
  return isBack && was.theirs !== undefined && context.theirs !== undefined
    ? [{ problem: `${stateOf(before)}: Back keeps the other version`, at: after }]
    : [];
}

function wrongMerge(namedBy: string | undefined, { before, move, transitions, started, after }: SurveyStep): Problem[] {
  const { theirs, answers: mine } = before.snapshot.context as FlowContext;
  if (theirs === undefined || move.kind !== 'submit' || move.screen !== 'conflict' || transitions.length === 0)
    return [];
  const { answers } = after.snapshot.context as FlowContext;
  const saved = started.find(({ effect }) => calls[effect]?.revised !== undefined);
  if (saved === undefined) return [{ problem: 'what was chosen in a conflict is not saved', at: after }];
  const chosen = after.by?.event['data'] as Record<string, unknown> | undefined;
  const side = namedBy === undefined ? undefined : chosen?.[namedBy];
  const expected = side === 'theirs' ? theirs.answers : mine;
  const wrong: string[] = [];
  if (saved.input.revision !== theirs.revision)
    wrong.push(
      `the save after a conflict is based on revision ${String(saved.input.revision)}, expected ${theirs.revision}`,
    );
  if (
    namedBy !== undefined &&
    side !== undefined &&
    spelled(valueAt(answers, namedBy)) !== spelled(valueAt(expected, namedBy))
  )
    wrong.push(
      `the save after a conflict has ${spelled(valueAt(answers, namedBy))} where ${spelled(valueAt(expected, namedBy))} was chosen`,
    );
  return wrong.map((problem) => ({ problem, at: after }));
}

/** Whatever a person may leave out, the request without it fits its call; in EDIT it says that it is empty now. */
export function leftOut({ requests }: Asked): Problem[] {
  return requests.flatMap(({ effect, mode, emptied }) =>
    emptied.flatMap(({ answer, before, after }) => {
      const [wrong] = wrongCall({ effect, input: after.input });
      if (wrong !== undefined) return [{ problem: `${answer} may be left out, and ${wrong}` }];
      if (mode !== 'EDIT' || calls[effect]?.revised === undefined) return [];
      const [was, is] = [new Map(leaves(before.input.body)), new Map(leaves(after.input.body))];
      const gone = [...was.keys()].filter((place) => !is.has(place));
      const isSaid = [...is].some(([place, value]) => spelled(was.get(place)) !== spelled(value));
      return gone.length > 0 && !isSaid
        ? [
            {
              problem: `${answer} is emptied in EDIT and ${effect} leaves it out (${gone.join(', ')}), so it stays stored`,
            },
          ]
        : [];
    }),
  );
}

/** The stored entity, where the answers are as they were read. */
function leftAlone(before: Stand, after: Stand): Record<string, unknown> | undefined {
  const { answers, stored, mode, revision } = after.snapshot.context as FlowContext;
  const entity = readBefore(before);
  const isSame = mode === 'EDIT' && stored !== undefined && spelled(answers) === spelled(stored);
  // After a conflict it is another one that is stored.
  return isSame && revision === entity?.['revision'] ? entity : undefined;
}

/** The entity that the flow read last. */
function readBefore({ sent }: Stand): Record<string, unknown> | undefined {
  const reads = Object.entries(sent).filter(
    ([effect, { reply }]) => effect.startsWith('read') && reply !== undefined && 'done' in reply,
  );
  const reply = reads.at(-1)?.[1].reply;
  return reply !== undefined && 'done' in reply ? (reply.done as Record<string, unknown>) : undefined;
}

function hasPlace(entity: unknown, place: string): boolean {
  const parent = valueAt(entity, place.slice(0, place.lastIndexOf('/')));
  return typeof parent === 'object' && parent !== null && place.slice(place.lastIndexOf('/') + 1) in parent;
}
