import type { FlowContext, Refusal } from '#engine/flow/flow.ts';
import { toDraft } from '#engine/flow/draft.ts';
import { fromDraft } from '#engine/flow/resume.ts';
import { restingStates, screenIn } from '#engine/flow/state-nodes.ts';
import { statePath } from '#engine/flow/view.ts';
import { invokesOf, moveName, type MachineEvent, type Move } from '#engine/paths/move.ts';
import { screenOfSnapshot, type Material } from '#engine/paths/material.ts';
import type { Path } from '#engine/paths/path.ts';
import type { LoadedFlow } from './load.ts';
import { onMachine, type OpenWalker, type StepWalker } from './machine-tier.ts';
import { rigOf, settled, type Rig } from './rig.ts';

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
 * Walks the path, puts the flow down in the state as the page does, brings it back in another actor, gives again what
 * is not kept, and goes on to the same end. Answers with what is wrong.
 */
export async function walkWithReload(
  loaded: LoadedFlow,
  material: Material,
  { state, path, after }: ReloadCase,
  open: OpenWalker = onMachine,
): Promise<string[]> {
  const { flow, screens } = loaded;
  const input = material.inputs[path.input];
  if (input === undefined) return [`the flow is not opened as "${path.input}"`];
  const first = await open(loaded, material, rigOf(flow, input));
  const past: { move: Move; event: MachineEvent | undefined }[] = [];
  for (const { move } of path.steps.slice(0, after)) past.push({ move, event: (await first.take(move)).event });
  const before = first.rig.snapshot();
  const draft: unknown = JSON.parse(JSON.stringify(toDraft(flow, screens, before) ?? null));
  first.end();
  if (draft === null) return [`${state} leaves no draft`];
  const { snapshot, notice } = fromDraft(flow, screens, draft, input.params ?? {});
  const second = await open(loaded, material, rigOf(flow, input, snapshot));
  try {
    const wrong = await bringBack(second, state, before.context as FlowContext, past, notice);
    if (wrong !== undefined) return [wrong];
    for (const step of path.steps.slice(after)) {
      const { wrong: cannot } = await second.take(step.move);
      if (cannot.length > 0) return cannot.map((words) => `reloaded in ${state}: ${words}`);
      if (second.state() !== step.state) {
        return [`reloaded in ${state}: "${moveName(step.move)}" led to ${second.state()}, not to ${step.state}`];
      }
    }
    return [];
  } finally {
    second.end();
  }
}

/** Until the state is reached again: steps whose secrets were not kept are answered as before, effects reply as before. */
async function bringBack(
  walker: StepWalker,
  state: string,
  before: FlowContext,
  past: readonly { move: Move; event: MachineEvent | undefined }[],
  notice: Refusal | undefined,
): Promise<string | undefined> {
  const { rig } = walker;
  const limit = 20;
  for (let step = 0; step < limit && walker.state() !== state; step += 1) {
    const screen = screenOfSnapshot(rig.snapshot()) ?? '';
    const [effect] = invokesOf(rig.snapshot());
    if (effect === undefined)
      rig.send({ type: 'step.submitted', screen, data: lastAnswers(past, screen) ?? before.answers[screen] ?? {} });
    else await replyAsBefore(rig, effect.effect, past);
  }
  if (walker.state() === state) return undefined;
  const why = notice === undefined ? 'nobody is told why' : `told "${notice.message}"`;
  return `reloaded in ${state}, the flow stands in ${walker.state()} (${why}) and does not come back`;
}

function lastAnswers(past: readonly { event: MachineEvent | undefined }[], screen: string): unknown {
  return past.findLast(({ event }) => event?.['screen'] === screen && event.type === 'step.submitted')?.event?.['data'];
}

async function replyAsBefore(
  rig: Rig,
  effect: string,
  past: readonly { move: Move; event: MachineEvent | undefined }[],
): Promise<void> {
  const last = past.findLast(({ move }) => (move.kind === 'done' || move.kind === 'refuse') && move.effect === effect);
  const call = rig.pending(effect);
  if (last?.move.kind === 'refuse') call?.refuse(last.event?.['error'] as Refusal);
  else call?.done(last?.event?.['output'] ?? {});
  await settled();
}
