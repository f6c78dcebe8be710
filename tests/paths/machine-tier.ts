import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { Refusal } from '#engine/flow/flow.ts';
import { statePath, viewOf } from '#engine/flow/view.ts';
import { invokesOf, moveName, type MachineEvent, type Move } from '#engine/paths/move.ts';
import { makeEvent, screenOfSnapshot, type Material } from '#engine/paths/material.ts';
import { outcomeOf, type Path } from '#engine/paths/path.ts';
import { wrongAt } from './assertions.ts';
import type { LoadedFlow } from './load.ts';
import { rigOf, settled, wrongCall, type Rig } from './rig.ts';
import { seenIn, type Seen } from './seen.ts';

export interface StepReport {
  name: string;
  /** The state after it; the first step is the opening of the flow. */
  state: string;
  seen?: Seen;
  wrong: string[];
  ms: number;
}

export interface PathReport {
  path: Path;
  steps: StepReport[];
  /** What the path showed beyond being walked: `outcome …`, `sneak …`. */
  shown: string[];
  ms: number;
}

/** Called after each step, for criteria that look beside the path. Answers with what is wrong. */
export type Probe = (at: {
  rig: Rig;
  state: string;
  event: MachineEvent | undefined;
}) => Promise<{ wrong: string[]; shown: string[] }>;

/** How a tier begins to walk: on the bare machine unless said otherwise. */
export type OpenWalker = (loaded: LoadedFlow, material: Material, rig: Rig) => Promise<StepWalker>;

export const onMachine: OpenWalker = async (loaded, material, rig) => new StepWalker(loaded, material, rig);

export interface RunOptions {
  probe?: Probe | undefined;
  open?: OpenWalker | undefined;
  /** Another machine in the place of the flow's: a fault planted by a test. */
  machine?: AnyStateMachine;
}

/** Walks a path: a real actor, effects that end as the path says, and every state looked at. */
export async function walkPath(
  loaded: LoadedFlow,
  material: Material,
  path: Path,
  options: RunOptions = {},
): Promise<PathReport> {
  const begun = performance.now();
  const input = material.inputs[path.input];
  if (input === undefined) throw new Error(`flow "${loaded.flow.id}" is not opened as "${path.input}"`);
  const rig = rigOf({ ...loaded.flow, machine: options.machine ?? loaded.flow.machine }, input);
  const report: PathReport = { path, steps: [], shown: [], ms: 0 };
  const walker = await (options.open ?? onMachine)(loaded, material, rig);
  try {
    report.steps.push(await look(walker, `open as ${path.input}`, undefined, report, options.probe));
    for (const step of path.steps) {
      const at = performance.now();
      const { event, wrong } = await walker.take(step.move);
      const next = await look(walker, moveName(step.move), event, report, options.probe, step.move);
      if (next.state !== step.state) wrong.push(`"${next.name}" led to ${next.state}, not to ${step.state}`);
      next.wrong.unshift(...wrong);
      next.ms = performance.now() - at;
      report.steps.push(next);
      if (next.wrong.length > 0) break;
    }
  } finally {
    walker.end();
  }
  report.ms = performance.now() - begun;
  return report;
}

async function look(
  walker: StepWalker,
  name: string,
  event: MachineEvent | undefined,
  report: PathReport,
  probe: Probe | undefined,
  move?: Move,
): Promise<StepReport> {
  const { state, seen, wrong, shown } = walker.look(move);
  report.shown.push(...shown);
  if (probe !== undefined && wrong.length === 0) {
    const found = await probe({ rig: walker.rig, state, event });
    wrong.push(...found.wrong);
    report.shown.push(...found.shown);
  }
  return { name, state, ...(seen && { seen }), wrong, ms: 0 };
}

/** Takes moves and looks at what came of them. */
export class StepWalker {
  readonly loaded: LoadedFlow;
  readonly material: Material;
  readonly rig: Rig;
  private looked = 0;

  constructor(loaded: LoadedFlow, material: Material, rig: Rig) {
    this.loaded = loaded;
    this.material = material;
    this.rig = rig;
  }

  async take(move: Move): Promise<{ event: MachineEvent | undefined; wrong: string[] }> {
    const event = makeEvent(this.material, this.rig.snapshot(), move);
    if (event === undefined) return { event, wrong: [`"${moveName(move)}" cannot be done in ${this.state()}`] };
    if (move.kind !== 'done' && move.kind !== 'refuse') {
      return { event, wrong: await this.act(move, event) };
    }
    const call = this.rig.pending(move.effect);
    if (call === undefined) return { event, wrong: [`${move.effect} is not under way in ${this.state()}`] };
    if (move.kind === 'done') call.done(event['output']);
    else call.refuse(event['error'] as Refusal);
    await this.settle();
    return { event, wrong: [] };
  }

  end(): void {
    this.rig.stop();
  }

  /** What a person does; answers with why it could not be done. */
  protected async act(_move: Move, event: MachineEvent): Promise<string[]> {
    this.rig.send(event);
    return [];
  }

  /** Lets what was replied reach the machine, and what it shows. */
  protected settle(): Promise<void> {
    return settled();
  }

  protected see(snapshot: AnyMachineSnapshot): Seen {
    const { flow, screens } = this.loaded;
    return seenIn(flow, screens, viewOf(flow, screens, snapshot), new Date(snapshot.context.now as string));
  }

  state(): string {
    return statePath(this.rig.snapshot().value);
  }

  look(move?: Move): { state: string; seen?: Seen; wrong: string[]; shown: string[] } {
    const { known } = this.loaded;
    const snapshot = this.rig.snapshot();
    const state = this.state();
    if (snapshot.status === 'error')
      return { state, wrong: [`the machine broke in ${state}: ${String(this.rig.broken())}`], shown: [] };
    const wrong = this.wrongCalls(snapshot);
    if (snapshot.status === 'done' || screenOfSnapshot(snapshot) === undefined)
      return { state, wrong, shown: outcomeShown(move) };
    const seen = this.see(snapshot);
    wrong.push(...wrongAt(state, seen, known.states?.[state]));
    const told = this.toldOutcome(move, seen);
    const bound = this.tellsBound(move, seen);
    return { state, seen, wrong: [...wrong, ...told.wrong, ...bound.wrong], shown: [...told.shown, ...bound.shown] };
  }

  /** New calls fit the catalogue, and exactly the effect of the state is under way. */
  private wrongCalls(snapshot: AnyMachineSnapshot): string[] {
    const fresh = this.rig.calls.slice(this.looked);
    this.looked = this.rig.calls.length;
    const wrong = fresh.flatMap(wrongCall);
    if (fresh.length > 1) wrong.push(`one step started ${fresh.map(({ effect }) => effect).join(' and ')}`);
    for (const { effect } of snapshot.status === 'active' ? invokesOf(snapshot) : []) {
      const open = this.rig.calls.filter((call) => call.effect === effect && !call.answered).length;
      if (open === 0) wrong.push(`${statePath(snapshot.value)} waits for ${effect}, which is not under way`);
    }
    return wrong;
  }

  /** The words of a refusal, or those that testers say stand for it. */
  private toldOutcome(move: Move | undefined, seen: Seen): { wrong: string[]; shown: string[] } {
    if (move?.kind !== 'refuse') return { wrong: [], shown: outcomeShown(move) };
    const refusal = this.material.refusals[move.effect]?.[move.refusal];
    const own = this.loaded.known.told?.[`${move.effect} ${move.refusal}`];
    const words = own === undefined ? [refusal?.message ?? '', ...Object.values(refusal?.fields ?? {})] : [own];
    const missing = words.filter((one) => !seen.text.includes(one));
    if (missing.length === 0) return { wrong: [], shown: outcomeShown(move) };
    return {
      wrong: [`${move.effect} ended with ${move.refusal}, and ${seen.state} does not say "${missing.join('", "')}"`],
      shown: [],
    };
  }

  /** A value outside a bound is refused at its field in its words; one inside is not. */
  private tellsBound(move: Move | undefined, seen: Seen): { wrong: string[]; shown: string[] } {
    if (move === undefined || (move.kind !== 'change' && move.kind !== 'submit')) return { wrong: [], shown: [] };
    const tried = this.material.cases?.[move.screen]?.[move.data];
    if (tried === undefined) return { wrong: [], shown: [] };
    const shown = [`boundary ${move.screen} ${move.data}`];
    const { error } = tried;
    if (error === undefined) return { wrong: [], shown };
    const told = seen.errors.some(({ pointer, message }) => pointer === error.pointer && message === error.message);
    return told ? { wrong: [], shown } : { wrong: [`${error.pointer} does not say "${error.message}"`], shown: [] };
  }
}

function outcomeShown(move: Move | undefined): string[] {
  const outcome = move && outcomeOf(move);
  return outcome === undefined ? [] : [`outcome ${outcome}`];
}
