import { initialTransition, type AnyMachineSnapshot, type AnyStateMachine } from 'xstate';
import type { EffectInput, FlowContext } from '#engine/flow/flow.ts';
import { isUncertain } from '#engine/flow/refusal.ts';
import { withoutSecrets } from '#engine/flow/secrets.ts';
import { statePath } from '#engine/flow/view.ts';
import { contextClasses } from './context-class.ts';
import { sampleEvents, takenBy } from './explore.ts';
import { Transitions } from './guards.ts';
import { movesAt, type Material } from './material.ts';
import type { MachineEvent, Move } from './move.ts';
import { takeEvent, type Executable } from './take-event.ts';

/** A call that a step started. */
export interface Started {
  effect: string;
  input: EffectInput;
}

/** A context that a flow was found in, with the way that led there. */
export interface Stand {
  input: string;
  snapshot: AnyMachineSnapshot;
  /** The step that led here first; none where the flow opens. */
  by: SurveyStep | undefined;
  /** The latest request of each effect, and whether its reply was definite; none while it is awaited. */
  sent: Readonly<Record<string, { input: EffectInput; reply?: Reply }>>;
}

export type Reply = { done: unknown } | { refused: string };

/** One move from one context: what it led to and which calls it started. */
export interface SurveyStep {
  before: Stand;
  move: Move;
  event: MachineEvent;
  /** Ids of the transitions taken; none where the event changes nothing. */
  transitions: readonly string[];
  after: Stand;
  started: readonly Started[];
}

export interface Survey {
  openings: { stand: Stand; started: readonly Started[]; transitions: readonly string[] }[];
  /** One of each shape of context. */
  stands: Stand[];
  steps: SurveyStep[];
  /** Shapes that were found and not looked into, because there were too many. */
  leftOut: number;
  transitions: Transitions;
}

/**
 * Takes every move from every shape of context, nearest first. Two contexts have one shape when no guard tells them
 * apart and they hold the same kinds of things: a refusal, answers of the same screens, a reply. Deterministic, and
 * independent of any seed, so that what it finds changes only with the flow.
 */
export function survey(material: Material, { bound = 400 }: { bound?: number } = {}): Survey {
  const { machine } = material.flow;
  const transitions = new Transitions(machine);
  const classOf = contextClasses(transitions, sampleEvents(material));
  const shapeOf = shapes(material, classOf);
  const found: Survey = { openings: [], stands: [], steps: [], leftOut: 0, transitions };
  const known = new Set<string>();
  // Contexts that a guard tells from all before come first: where the bound cuts, no transition is lost.
  const first: Stand[] = [];
  const others: Stand[] = [];
  const add = (stand: Stand) => {
    const [kind, shape] = [classOf(stand.snapshot), shapeOf(stand)];
    if (known.has(shape)) return;
    (known.has(kind) ? others : first).push(stand);
    known.add(shape).add(kind);
  };
  for (const [input, given] of Object.entries(material.inputs)) {
    const [snapshot, actions] = initialTransition(machine, given as never) as [
      AnyMachineSnapshot,
      readonly Executable[],
    ];
    const started = startedBy(actions);
    const stand: Stand = { input, snapshot, by: undefined, sent: sentAfter({}, started) };
    found.openings.push({ stand, started, transitions: [] });
    add(stand);
  }
  for (let before = first.shift(); before !== undefined; before = first.shift() ?? others.shift()) {
    if (found.stands.length >= bound) break;
    found.stands.push(before);
    for (const { move, event } of movesAt(material, transitions, before.snapshot)) {
      const step = stepFrom(machine, transitions, before, move, event);
      found.steps.push(step);
      if (step.after.snapshot.status !== 'error' && step.transitions.length > 0) add(step.after);
    }
  }
  found.leftOut = first.length + others.length;
  return found;
}

function stepFrom(
  machine: AnyStateMachine,
  transitions: Transitions,
  before: Stand,
  move: Move,
  event: MachineEvent,
): SurveyStep {
  const { next: snapshot, actions } = takeEvent(machine, before.snapshot, event);
  const started = startedBy(actions);
  const sent = sentAfter(repliedTo(before.sent, move, event), started);
  const step: SurveyStep = {
    before,
    move,
    event,
    transitions: takenBy(machine, transitions, before.snapshot, event).transitions,
    after: { input: before.input, snapshot, by: undefined, sent },
    started,
  };
  step.after.by = step;
  return step;
}

function startedBy(actions: readonly Executable[]): Started[] {
  return actions.flatMap(({ type, params }) => {
    if (type !== 'xstate.spawnChild') return [];
    const { src, input } = params as { src: unknown; input: EffectInput };
    return [{ effect: String(src), input }];
  });
}

function repliedTo(sent: Stand['sent'], move: Move, event: MachineEvent): Stand['sent'] {
  if (move.kind !== 'done' && move.kind !== 'refuse') return sent;
  const last = sent[move.effect];
  if (last === undefined) return sent;
  const reply: Reply =
    move.kind === 'done' ? { done: event['output'] } : { refused: (event['error'] as { code: string }).code };
  return { ...sent, [move.effect]: { input: last.input, reply } };
}

function sentAfter(sent: Stand['sent'], started: readonly Started[]): Stand['sent'] {
  return { ...sent, ...Object.fromEntries(started.map(({ effect, input }) => [effect, { input }])) };
}

function shapes(material: Material, classOf: (snapshot: AnyMachineSnapshot) => string): (stand: Stand) => string {
  return ({ input, snapshot, sent }) => {
    const context = snapshot.context as FlowContext;
    const replies = Object.entries(sent).map(([effect, { reply }]) => `${effect}${replyKind(reply)}`);
    return JSON.stringify([
      classOf(snapshot),
      input,
      snapshot.status,
      material.flow.steps(context),
      context.refusal === undefined ? '' : Object.keys(context.refusal.fields ?? {}),
      secretsHeld(material, context),
      Object.keys(context.shown).sort(),
      context.stored === undefined ? '' : JSON.stringify(context.stored) === JSON.stringify(context.answers),
      replies.at(-1),
    ]);
  };
}

function secretsHeld({ screens }: Material, { answers }: FlowContext): string[] {
  return Object.entries(answers).flatMap(([id, data]) =>
    withoutSecrets(data, screens[id]?.secrets ?? []).removed.map((pointer) => `${id}${pointer}`),
  );
}

// Whether the next request must repeat the last is decided by what is known of it.
function replyKind(reply: Reply | undefined): string {
  if (reply === undefined) return '…';
  return 'done' in reply ? ' done' : isUncertain(reply.refused) ? ' ?' : ' refused';
}

/** The moves from the opening of the flow to this stand, nearest first found. */
export function movesTo({ by }: Stand): Move[] {
  return by === undefined ? [] : [...movesTo(by.before), by.move];
}

export function stateOf({ snapshot }: Stand): string {
  return statePath(snapshot.value);
}

/** The effect whose reply came last on the way to this stand. */
export function lastReplied({ by }: Stand): string | undefined {
  if (by === undefined) return undefined;
  return by.move.kind === 'done' || by.move.kind === 'refuse' ? by.move.effect : lastReplied(by.before);
}
