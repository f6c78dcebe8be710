import type { AnyMachineSnapshot } from 'xstate';
import type { Call } from '#api/contract/call.ts';
import { catalogue } from '#api/contract/catalogue.ts';
import type { Answers, FlowContext, Refusal } from '#engine/flow/flow.ts';
import { restingStates, screenIn } from '#engine/flow/state-nodes.ts';
import { statePath } from '#engine/flow/view.ts';
import { invokesOf, moveName, type MachineEvent, type Move } from './generator/move.ts';
import { screenOfSnapshot, type Material } from './generator/material.ts';
import type { Path } from './generator/path.ts';
import type { LoadedFlow } from './load.ts';
import { onMachine, type RunOptions, type StepWalker } from './machine-tier.ts';
import { rigOf } from './rig.ts';

export interface ReloadCase {
  state: string;
  path: Path;
  /** After how many steps the page is loaded anew; 0 before the first. */
  after: number;
}

/** For each state that a person sees, the shortest way that comes by it and goes on. */
export function reloadCases(loaded: LoadedFlow, material: Material, paths: readonly Path[]): ReloadCase[] {
  const best = new Map<string, ReloadCase>();
  const states = new Set(reloadable(loaded));
  for (const path of paths) {
    const input = material.inputs[path.input];
    if (input === undefined) continue;
    const begins = rigOf(loaded.flow, input);
    const first = statePath(begins.snapshot().value);
    begins.stop();
    for (const [after, state] of [first, ...path.steps.map((step) => step.state)].entries()) {
      const known = best.get(state);
      const rest = path.steps.length - after;
      if (!states.has(state) || rest === 0) continue;
      if (known === undefined || known.path.steps.length > path.steps.length) best.set(state, { state, path, after });
    }
  }
  return [...best.values()];
}

export function reloadable({ flow }: LoadedFlow): string[] {
  return restingStates(flow.machine).flatMap((node) => (screenIn(node) === undefined ? [] : [node.path.join('.')]));
}

/**
 * Walks the path, loads the page again in the state, gives again what is not kept, and goes on to the same end. Answers
 * with what is wrong.
 */
export async function walkWithReload(
  loaded: LoadedFlow,
  material: Material,
  { state, path, after }: ReloadCase,
  { open = onMachine, machine }: Pick<RunOptions, 'open' | 'machine'> = {},
): Promise<string[]> {
  const input = material.inputs[path.input];
  if (input === undefined) return [`the flow is not opened as "${path.input}"`];
  const walker = await open(loaded, material, { input, path, machine });
  try {
    const past: Past[number][] = [];
    for (const { move } of path.steps.slice(0, after)) {
      const from = walker.state();
      const { event, wrong } = await walker.take(move);
      if (wrong.length > 0) return wrong;
      past.push({ from, to: walker.state(), move, event });
    }
    const before = walker.rig.snapshot();
    const keys = keysUnderWay(walker, before);
    const notice = await walker.reload();
    if (walker.begunAnew) return [];
    const wrong = await bringBack(walker, state, before.context as FlowContext, past, notice);
    if (wrong !== undefined) return [wrong];
    const lost = keys.filter((key) => !keysUnderWay(walker, before).includes(key));
    // Asked for anew it must be the same request, or what it asks for happens twice.
    if (notice === undefined && lost.length > 0)
      return [`reloaded in ${state}: the request ${lost.join()} went out anew with another key`];
    for (const step of path.steps.slice(after)) {
      const { wrong: cannot } = await walker.take(step.move);
      if (cannot.length > 0) return cannot.map((words) => `reloaded in ${state}: ${words}`);
      if (walker.state() !== step.state) {
        return [`reloaded in ${state}: "${moveName(step.move)}" led to ${walker.state()}, not to ${step.state}`];
      }
    }
    return [];
  } catch (error) {
    return [`reloaded in ${state}: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    await walker.end();
  }
}

/** The idempotency keys of the effects that the state waits for. */
function keysUnderWay({ rig }: StepWalker, snapshot: AnyMachineSnapshot): string[] {
  // A call that changes nothing may be asked anew as another.
  const repeats = (effect: string) => (catalogue as Record<string, Call>)[effect]?.idempotent === true;
  return invokesOf(snapshot).flatMap(({ effect }) => (repeats(effect) ? (rig.pending(effect)?.input.key ?? []) : []));
}

/**
 * Until the state is reached again: steps are answered as before, where secrets were not kept, or left as they were left
 * last; effects reply as before.
 */
async function bringBack(
  walker: StepWalker,
  state: string,
  before: FlowContext,
  past: Past,
  notice: Refusal | undefined,
): Promise<string | undefined> {
  const limit = 20;
  let stuck: string | undefined;
  for (let step = 0; step < limit && walker.state() !== state; step += 1) {
    const snapshot = walker.rig.snapshot();
    const screen = screenOfSnapshot(snapshot) ?? '';
    const [effect] = invokesOf(snapshot);
    const from = walker.state();
    // Submitting changed nothing: repeats the last button press in this state, such as one that shows other rows.
    const pressed = stuck === from ? pressedAt(past, from) : undefined;
    const again = effect === undefined ? (pressed ?? lastTaken(past, snapshot)) : undefined;
    if (again) await walker.take(again);
    else if (effect === undefined) await walker.give(screen, lastAnswers(past, screen) ?? before.answers[screen] ?? {});
    else await walker.reply(effect.effect, lastReply(past, effect.effect, walker.replyOf(effect.effect)));
    stuck = walker.state() === from ? from : undefined;
  }
  if (walker.state() === state) return undefined;
  const why = notice === undefined ? 'nobody is told why' : `told "${notice.message}"`;
  return `reloaded in ${state}, the flow stands in ${walker.state()} (${why}) and does not come back`;
}

type Past = readonly { from: string; to: string; move: Move; event: MachineEvent | undefined }[];

/** The last button press that left this state. */
function pressedAt(past: Past, state: string): Move | undefined {
  return past.findLast(({ from, to, move }) => from === state && to !== state && move.kind === 'event')?.move;
}

/** What was done last there to go on, beside giving answers: Test now, Check now. */
function lastTaken(past: Past, snapshot: AnyMachineSnapshot): Move | undefined {
  const state = statePath(snapshot.value);
  const left = past.findLast(({ from, to }) => from === state && to !== state);
  const takes = (move: Move | undefined) =>
    move?.kind === 'event' && move.type !== 'back' && snapshot.can({ type: move.type });
  // Where there is no form to answer: what was done at such a place before.
  const move = left?.move ?? (takesAnswers(snapshot) ? undefined : past.findLast((one) => takes(one.move))?.move);
  return takes(move) ? move : undefined;
}

function takesAnswers(snapshot: AnyMachineSnapshot): boolean {
  return snapshot.can({ type: 'step.submitted', screen: screenOfSnapshot(snapshot) ?? '', data: {} });
}

function lastAnswers(past: Past, screen: string): Answers | undefined {
  const last = past.findLast(({ event }) => event?.['screen'] === screen && event.type === 'step.submitted');
  return last?.event?.['data'] as Answers | undefined;
}

/** An effect that did not run before answers as it does first. */
function lastReply(past: Past, effect: string, first: unknown): MachineEvent {
  const leadsOn = (move: Move) => move.kind === 'done' || move.kind === 'refuse' || move.kind === 'changed';
  const last = past.findLast(({ move }) => 'effect' in move && leadsOn(move) && move.effect === effect);
  return last?.event ?? { type: `xstate.done.actor.${effect}`, output: first };
}
