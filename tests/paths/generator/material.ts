import type { AnyMachineSnapshot } from 'xstate';
import { withGiven } from '#engine/flow/given.ts';
import type { Answers, FlowContext, FlowDefinition, FlowInput, JobProgress, Refusal } from '#engine/flow/flow.ts';
import { screenIn, restingStates } from '#engine/flow/state-nodes.ts';
import type { FieldError } from '#engine/document/document.ts';
import { flagsWritten } from '#engine/document/flags.ts';
import { pointerOf, segmentsOf } from '#engine/document/pointer.ts';
import { isSchema } from '#engine/document/schema.ts';
import { isUncertain } from '#engine/flow/refusal.ts';
import type { Screens } from '#engine/flow/view.ts';
import { eventOf, invokesOf, type MachineEvent, type Move } from './move.ts';
import { choiceNames, choicesFor, withStored } from './conflict-moves.ts';
import { standingAnswers } from './standing.ts';
import type { Transitions } from './guards.ts';

/** What paths are made of: a flow, its screens, the ways it is opened, and what its effects may end with. */
export interface Material {
  flow: Pick<FlowDefinition, 'id' | 'machine' | 'steps' | 'effects'>;
  screens: Screens;
  /** By name: `NEW`, `EDIT`, `NEW without a token`. */
  inputs: Readonly<Record<string, FlowInput>>;
  /** Answers that a person may give, by screen and name. */
  answers: Readonly<Record<string, Readonly<Record<string, Answers>>>>;
  /** Answers that try bounds, right and wrong: not used for finding ways. */
  cases?: Readonly<Record<string, Readonly<Record<string, BoundCase>>>>;
  /** Replies by effect and name; a single one is named ''. */
  replies: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** How far a job may be, by effect and name. */
  progress?: Readonly<Record<string, Readonly<Record<string, JobProgress>>>>;
  /** Refusals by effect and name: the code, and the field where it names one. */
  refusals: Readonly<Record<string, Readonly<Record<string, Refusal>>>>;
  /** By save: the entity as somebody else left it meanwhile, once for each that the flow may have read. */
  changed?: Readonly<Record<string, readonly Record<string, unknown>[]>>;
}

/** Answers that try a bound; `error` is what the field then says. */
export interface BoundCase {
  data: Answers;
  error?: FieldError;
}

/** The run of every job of a path. */
export const THE_RUN = '00000000-0000-4000-8000-0000000000aa';

/** The name of answers that are left as they stand. */
export const AS_IS = 'as it stands';

/** The moves that a person or an effect can make in a state, with the events that they are there. */
export function movesAt(
  material: Material,
  transitions: Transitions,
  snapshot: AnyMachineSnapshot,
): { move: Move; event: MachineEvent }[] {
  if (snapshot.status !== 'active') return [];
  const invokes = invokesOf(snapshot);
  const moves = invokes
    .flatMap(({ effect }) => effectMoves(material, effect))
    .filter((move) => isPossible(material, snapshot, move));
  const screen = screenOfSnapshot(snapshot);
  for (const type of transitions.declared(snapshot)) {
    // What effects send is among their moves.
    if (type.startsWith('xstate.') || reports.has(type)) continue;
    if (type === 'step.submitted' || type === 'step.changed') moves.push(...answered(material, snapshot, type, screen));
    else if (type === 'step.chosen')
      moves.push(...stepScreens(material).map((id): Move => ({ kind: 'choose', screen: id })));
    else moves.push({ kind: 'event', type });
  }
  return moves.flatMap((move) => {
    const event = makeEvent(material, snapshot, move);
    return event === undefined ? [] : [{ move, event }];
  });
}

const reports = new Set(['job.progressed', 'watch.changed', 'effect.retries']);

/** What an effect may tell while it is under way, and end with. */
export function effectMoves({ flow, replies, progress, refusals }: Material, effect: string): Move[] {
  const { kind = 'call' } = flow.effects[effect] ?? {};
  const reply = kind === 'watch' ? 'changed' : 'done';
  const refused = Object.keys(refusals[effect] ?? {});
  const retried = kind === 'call' || kind === 'security-key' ? [] : refused.filter(isUncertain);
  return [
    ...Object.keys(progress?.[effect] ?? {}).map((name): Move => ({ kind: 'progress', effect, progress: name })),
    ...retried.map((refusal): Move => ({ kind: 'retry', effect, refusal })),
    ...Object.keys(replies[effect] ?? { '': {} }).map((name): Move => ({ kind: reply, effect, reply: name })),
    ...refused.map((refusal): Move => ({ kind: 'refuse', effect, refusal })),
  ];
}

/** What ends a run: a job whose start was refused has none. */
const endsOfRuns: ReadonlySet<string> = new Set(['run_cancelled', 'run_interrupted']);

/** A job reads its run again and an upload is sent again; neither is started again by itself. A job says its run before that ends. */
function isPossible({ flow }: Material, snapshot: AnyMachineSnapshot, move: Move): boolean {
  const { kind } = flow.effects['effect' in move ? move.effect : ''] ?? {};
  const { runs } = snapshot.context as FlowContext;
  switch (move.kind) {
    case 'retry':
      return (kind !== 'job' && kind !== 'upload') || runs?.[move.effect] !== undefined;
    case 'done':
      return kind !== 'job' || runs?.[move.effect] !== undefined;
    case 'refuse':
      return kind !== 'job' || !endsOfRuns.has(move.refusal) || runs?.[move.effect] !== undefined;
    default:
      return true;
  }
}

function answered(material: Material, snapshot: AnyMachineSnapshot, type: string, screen = ''): Move[] {
  const kind = type === 'step.submitted' ? 'submit' : 'change';
  const given = isConflict(material, screen) ? choiceNames : Object.keys(material.answers[screen] ?? {});
  const names = [AS_IS, ...given];
  const own = (kind === 'submit' ? names : names.slice(1, 3)).map((data): Move => ({ kind, screen, data }));
  // Late: from a step that is no longer there.
  const { context } = snapshot as { context: FlowContext };
  const other = [...material.flow.steps(context), ...stepScreens(material)].find((id) => id !== screen);
  return other === undefined ? own : [...own, { kind, screen: other, data: AS_IS }];
}

/** The move as an event in this state; `undefined` when a person cannot bring it there. */
export function makeEvent(material: Material, snapshot: AnyMachineSnapshot, move: Move): MachineEvent | undefined {
  return eventOf(move, snapshot, {
    answers: (screen, name) => answersFor(material, snapshot, screen, name, move.kind === 'submit'),
    reply: (effect, name) => material.replies[effect]?.[name] ?? {},
    refusal: (effect, name) =>
      withStored(material.changed?.[effect] ?? [], snapshot, material.refusals[effect]?.[name]),
    progress(effect, name) {
      const progress = material.progress?.[effect]?.[name];
      return progress && { type: 'job.progressed', effect, run: THE_RUN, progress };
    },
  });
}

/**
 * Named answers as the page would send them here: fields that it hides or that are locked are as they stand, those of
 * branches that do not apply stay behind, and what is submitted has passed its validation. `undefined` when it cannot be
 * sent.
 */
function answersFor(
  { screens, answers, cases }: Material,
  snapshot: AnyMachineSnapshot,
  id: string,
  name: string,
  valid: boolean,
): Answers | undefined {
  const screen = screens[id];
  const context = snapshot.context as FlowContext;
  if (screen?.document.kind === 'conflict') return choicesFor(context, name === AS_IS ? undefined : name, valid);
  const here = screenOfSnapshot(snapshot) === id;
  const standing = context.answers[id] ?? screen?.defaults ?? {};
  if (name === AS_IS) {
    // Late from another step: as it was kept.
    if (!here || screen === undefined) return standing;
    const sent = standingAnswers(screen, standing);
    return wrong(screen, sent, context).length === 0 ? sent : undefined;
  }
  const wanted = answers[id]?.[name] ?? cases?.[id]?.[name]?.data;
  if (wanted === undefined || screen === undefined) return undefined;
  const fixed = withoutReplaced(screen, wanted, fixedAnswers({ screens }, snapshot, id));
  const data = standingAnswers(screen, withFixed(wanted, fixed));
  return valid && wrong(screen, data, context).length > 0 ? undefined : data;
}

/** The fields of the screen that a person cannot change here, as they stand; `undefined` where they have no value. */
export function fixedAnswers(
  { screens }: Pick<Material, 'screens'>,
  snapshot: AnyMachineSnapshot,
  id: string,
): Answers {
  const screen = screens[id];
  const context = snapshot.context as FlowContext;
  const answered = context.answers[id] ?? screen?.defaults ?? {};
  const standing = screen === undefined ? answered : withGiven(screen, answered, context.given);
  const fields = screen === undefined ? [] : fixedFields(screen.document, context.mode);
  return Object.fromEntries(fields.map((field) => [field, standing[field]]));
}

/** A file that is chosen takes the place of the one that the server holds: the page forgets that one. */
function withoutReplaced({ document: { ui = {} } }: Screens[string], wanted: Answers, fixed: Answers): Answers {
  const replaced = Object.entries(ui).flatMap(([name, part]) => {
    const options = isSchema(part) && isSchema(part['ui:options']) ? part['ui:options'] : {};
    const { keptField } = options;
    return typeof keptField === 'string' && wanted[name] !== undefined ? [segmentsOf(keptField)[0] ?? ''] : [];
  });
  return { ...fixed, ...Object.fromEntries(replaced.map((name) => [name, undefined])) };
}

export function withFixed(data: Answers, fixed: Answers): Answers {
  return Object.fromEntries(Object.entries({ ...data, ...fixed }).filter(([, value]) => value !== undefined));
}

function wrong(screen: Screens[string], data: Answers, context: FlowContext) {
  return screen.validate(data, { now: new Date(context.now) });
}

/** Top-level fields that a person cannot change: hidden ones and those locked in this mode. */
function fixedFields({ ui, locked }: Screens[string]['document'], mode: string): string[] {
  const written = flagsWritten(ui);
  const hidden = Object.entries(ui ?? {}).filter(
    ([name, part]) => isSchema(part) && part['ui:widget'] === 'hidden' && !written.has(pointerOf([name])),
  );
  return [
    ...hidden.map(([name]) => name),
    ...(locked?.[mode] ?? []).flatMap((pointer) => segmentsOf(pointer)[0] ?? []),
  ];
}

export function screenOfSnapshot(snapshot: AnyMachineSnapshot): string | undefined {
  const nodes = (snapshot._nodes as Parameters<typeof screenIn>[0][]).toSorted((a, b) => b.path.length - a.path.length);
  return nodes.map(screenIn).find((screen) => screen !== undefined);
}

/** Screens that a person may work at or that the stepper names, whichever steps the answers lead through. */
export function stepScreens({ flow, screens }: Material): string[] {
  const shown = new Set(restingStates(flow.machine).flatMap((node) => screenIn(node) ?? []));
  const works = new Set(['form', 'summary', 'conflict', undefined]);
  return [...shown].filter((id) => works.has(screens[id]?.document.kind) || screens[id]?.document.step !== undefined);
}

function isConflict({ screens }: Material, id: string): boolean {
  return screens[id]?.document.kind === 'conflict';
}
