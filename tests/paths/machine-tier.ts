import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { FieldError } from '#engine/document/document.ts';
import { toDraft } from '#engine/flow/draft.ts';
import type { Answers, FlowInput, Refusal } from '#engine/flow/flow.ts';
import { fromDraft } from '#engine/flow/resume.ts';
import { statePath, viewOf } from '#engine/flow/view.ts';
import { invokesOf, moveName, type MachineEvent, type Move } from './generator/move.ts';
import { makeEvent, screenOfSnapshot, type BoundCase, type Material } from './generator/material.ts';
import { outcomeOf, type Path } from './generator/path.ts';
import { wrongAt } from './assertions.ts';
import { LeftAlone } from './left-alone.ts';
import type { LoadedFlow } from './load.ts';
import { rigOf, settled, wrongCall, type Rig } from './rig.ts';
import { seenIn, type Seen } from './seen.ts';
import { differsFrom } from './twin.ts';

export interface StepReport {
  name: string;
  /** The state after it; the first step is the opening of the flow. */
  state: string;
  seen?: Seen;
  wrong: string[];
  ms: number;
  /** A picture of the page, where one was asked for: a file beside the report. */
  screenshot?: string;
}

export interface PathReport {
  path: Path;
  steps: StepReport[];
  /** What the path showed beyond being walked: `outcome …`, `sneak …`. */
  shown: string[];
  ms: number;
}

/** What there is to say of the state that a walker stands in. */
export interface Looked {
  state: string;
  seen?: Seen;
  wrong: string[];
  /** `outcome …`, `boundary …`. */
  shown: string[];
  screenshot?: string | undefined;
}

/** Called after each step, for criteria that look beside the path. Answers with what is wrong. */
export type Probe = (at: {
  rig: Rig;
  walker: StepWalker;
  state: string;
  event: MachineEvent | undefined;
}) => Promise<{ wrong: string[]; shown: string[] }>;

/** How a path opens the flow: what the person wants of it. */
export interface Opening {
  input: FlowInput;
  /** What will be walked: what has to be there for it is made before. */
  path: Path;
  /** Another machine in the place of the flow's: a fault planted by a test. */
  machine?: AnyStateMachine | undefined;
  /** Where the flow stands when it opens, instead of at its beginning: steps of the path were taken before, on the bare machine. */
  from?: AnyMachineSnapshot | undefined;
}

/** How a tier begins to walk: on the bare machine unless said otherwise. */
export type OpenWalker = (loaded: LoadedFlow, material: Material, opening: Opening) => Promise<StepWalker>;

export const onMachine: OpenWalker = async (loaded, material, { input, machine = loaded.flow.machine }) => {
  const flow = { ...loaded.flow, machine };
  return new StepWalker({ ...loaded, flow }, material, input, rigOf(flow, input));
};

export interface RunOptions {
  probe?: Probe | undefined;
  open?: OpenWalker | undefined;
  machine?: AnyStateMachine | undefined;
  /** How many of the first steps are taken on the bare machine before the tier opens the flow where they lead. */
  ahead?: number | undefined;
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
  const report: PathReport = { path, steps: [], shown: [], ms: 0 };
  const { machine } = options;
  const ahead = machine === undefined ? await takenAhead(loaded, material, path, options.ahead ?? 0) : undefined;
  const opening: Opening = { input, path, machine, from: ahead?.snapshot };
  const walker = await (options.open ?? onMachine)(loaded, material, opening);
  const model = machine === undefined ? undefined : await onMachine(loaded, material, { input, path });
  try {
    const first = await look(walker, `open as ${path.input}`, undefined, report, options.probe);
    if (model !== undefined && first.wrong.length === 0) first.wrong.push(...differsFrom(model, walker));
    report.steps.push(first, ...(ahead?.steps ?? []));
    for (const step of first.wrong.length > 0 ? [] : path.steps.slice(ahead?.steps.length ?? 0)) {
      const at = performance.now();
      const { event, wrong } = await walker.take(step.move);
      await model?.take(step.move);
      if (model !== undefined) wrong.push(...differsFrom(model, walker));
      const next = await look(walker, moveName(step.move), event, report, options.probe, step.move);
      if (next.state !== step.state) wrong.push(`"${next.name}" led to ${next.state}, not to ${step.state}`);
      next.wrong.unshift(...wrong);
      next.ms = performance.now() - at;
      report.steps.push(next);
      if (next.wrong.length > 0) break;
    }
  } finally {
    await walker.end();
    await model?.end();
  }
  report.ms = performance.now() - begun;
  return report;
}

/** The first steps of the path on the bare machine and where they lead; `undefined` where they do not hold. */
async function takenAhead(
  loaded: LoadedFlow,
  material: Material,
  { input, steps }: Path,
  count: number,
): Promise<{ snapshot: AnyMachineSnapshot; steps: StepReport[] } | undefined> {
  const opened = material.inputs[input];
  if (count === 0 || opened === undefined) return undefined;
  const path = { id: '', input, steps: steps.slice(0, count) };
  const walker = await onMachine(loaded, material, { input: opened, path });
  try {
    const taken: StepReport[] = [];
    for (const { move, state } of path.steps) {
      const { wrong } = await walker.take(move);
      if (wrong.length > 0 || walker.state() !== state) return undefined;
      taken.push({ name: moveName(move), state, wrong: [], ms: 0 });
    }
    return { snapshot: walker.rig.snapshot(), steps: taken };
  } finally {
    await walker.end();
  }
}

async function look(
  walker: StepWalker,
  name: string,
  event: MachineEvent | undefined,
  report: PathReport,
  probe: Probe | undefined,
  move?: Move,
): Promise<StepReport> {
  const { state, seen, wrong, shown, screenshot } = await walker.look(move);
  report.shown.push(...shown);
  if (probe !== undefined && wrong.length === 0) {
    const found = await probe({ rig: walker.rig, walker, state, event });
    wrong.push(...found.wrong);
    report.shown.push(...found.shown);
  }
  return { name, state, ...(seen && { seen }), wrong, ms: 0, ...(screenshot && { screenshot }) };
}

/** Takes moves and looks at what came of them. */
export class StepWalker {
  readonly loaded: LoadedFlow;
  readonly material: Material;
  rig: Rig;
  /** After a load of the page: what it was opened for had ended, so it began again from the start. */
  begunAnew = false;
  protected readonly input: FlowInput;
  protected looked = 0;
  /** None where the server's own replies come in. */
  protected readonly leftAlone: LeftAlone | undefined;

  constructor(loaded: LoadedFlow, material: Material, input: FlowInput, rig: Rig) {
    this.loaded = loaded;
    this.material = material;
    this.input = input;
    this.rig = rig;
    this.leftAlone = new LeftAlone(loaded.flow);
  }

  /** What an effect answers first. */
  replyOf(effect: string): unknown {
    return Object.values(this.material.replies[effect] ?? {})[0] ?? {};
  }

  async take(move: Move): Promise<{ event: MachineEvent | undefined; wrong: string[] }> {
    const event = makeEvent(this.material, this.rig.snapshot(), move);
    if (event === undefined) return { event, wrong: [`"${moveName(move)}" cannot be done in ${this.state()}`] };
    this.leftAlone?.note(move, event);
    if ('effect' in move) return { event, wrong: await this.reply(move.effect, event) };
    return { event, wrong: await this.act(move, event) };
  }

  /** Lets an effect that is under way end as the event says. */
  async reply(effect: string, event: MachineEvent): Promise<string[]> {
    const call = this.rig.pending(effect);
    if (call === undefined) return [`${effect} is not under way in ${this.state()}`];
    if (event['effect'] === effect) call.report(event);
    else if ('error' in event) call.refuse(event['error'] as Refusal);
    else call.done(event['output']);
    await this.settle();
    return [];
  }

  /** Gives a screen its answers once more and goes on, as a person does who is told that they were not kept. */
  async give(screen: string, data: Answers): Promise<void> {
    this.rig.send({ type: 'step.submitted', screen, data });
  }

  /**
   * Puts the flow down as the page does and brings it back in another actor. Answers with what the person is told of
   * what could not be kept. Throws when it leaves no draft.
   */
  async reload(): Promise<Refusal | undefined> {
    const { flow, screens } = this.loaded;
    const draft: unknown = JSON.parse(JSON.stringify(toDraft(flow, screens, this.rig.snapshot()) ?? null));
    if (draft === null) throw new Error(`${this.state()} leaves no draft`);
    this.rig.stop();
    const { snapshot, notice } = fromDraft(flow, screens, draft, this.input.params ?? {});
    this.rig = rigOf(flow, this.input, snapshot);
    this.looked = 0;
    return notice;
  }

  async end(): Promise<void> {
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

  look(move?: Move): Looked | Promise<Looked> {
    const wrong = this.wrongCalls();
    const looked = this.judged(move);
    return { ...looked, wrong: [...wrong, ...looked.wrong] };
  }

  /** What is seen now against what must be; may be asked again. */
  protected judged(move?: Move): Looked {
    const { known } = this.loaded;
    const snapshot = this.rig.snapshot();
    const state = this.state();
    if (snapshot.status === 'error')
      return { state, wrong: [`the machine broke in ${state}: ${String(this.rig.broken())}`], shown: [] };
    if (snapshot.status === 'done' || screenOfSnapshot(snapshot) === undefined)
      return { state, wrong: [], shown: [...outcomeShown(move), ...this.boundTaken(move)] };
    const seen = this.see(snapshot);
    const wrong = wrongAt(state, seen, known.states?.[state]);
    const told = this.toldOutcome(move, seen);
    const bound = this.tellsBound(move, seen);
    return { state, seen, wrong: [...wrong, ...told.wrong, ...bound.wrong], shown: [...told.shown, ...bound.shown] };
  }

  /** New calls fit the catalogue, and exactly the effect of the state is under way. */
  protected wrongCalls(): string[] {
    const snapshot = this.rig.snapshot();
    const fresh = this.rig.calls.slice(this.looked);
    this.looked = this.rig.calls.length;
    const wrong = fresh.flatMap((call) => [...wrongCall(call), ...(this.leftAlone?.wrong(call) ?? [])]);
    if (fresh.length > 1) wrong.push(`one step started ${fresh.map(({ effect }) => effect).join(' and ')}`);
    for (const { effect } of snapshot.status === 'active' ? invokesOf(snapshot) : []) {
      const open = this.rig.calls.filter((call) => call.effect === effect && !call.answered).length;
      if (open === 0) wrong.push(`${statePath(snapshot.value)} waits for ${effect}, which is not under way`);
    }
    return wrong;
  }

  /** The words of a refusal, or those that testers say stand for it. */
  private toldOutcome(move: Move | undefined, seen: Seen): { wrong: string[]; shown: string[] } {
    if (move?.kind !== 'refuse' && move?.kind !== 'retry') return { wrong: [], shown: outcomeShown(move) };
    const refusal = this.material.refusals[move.effect]?.[move.refusal];
    const { known, screens } = this.loaded;
    // A conflict is told by the screen that asks for choices.
    const conflict = refusal?.code === 'conflict' ? screens['conflict']?.document.title : undefined;
    const own = known.told?.[`${move.effect} ${move.refusal}`] ?? conflict;
    const message = refusal?.message ?? '';
    const words = own === undefined ? [message, ...Object.values(refusal?.fields ?? {})] : [own];
    const missing = words.filter((one) => !seen.text.includes(one));
    const pointer = refusal?.fields === undefined ? known.refusedAt?.[move.refusal] : undefined;
    // A message has no field to say it at: its text does.
    const hasFields = screens[seen.screen]?.document.kind === undefined;
    const isThere = pointer === undefined || !hasFields || this.tells({ pointer, message, keyword: 'refused' }, seen);
    const untold = missing.length > 0 ? `"${missing.join('", "')}"` : isThere ? undefined : `so at ${pointer}`;
    if (untold === undefined) return { wrong: [], shown: outcomeShown(move) };
    return {
      wrong: [`${move.effect} ended with ${move.refusal}, and ${seen.state} does not say ${untold}`],
      shown: [],
    };
  }

  protected tells(error: FieldError, seen: Seen): boolean {
    return seen.errors.some(({ pointer, message }) => pointer === error.pointer && message === error.message);
  }

  /** A value outside a bound is refused at its field in its words; one inside is not. */
  private tellsBound(move: Move | undefined, seen: Seen): { wrong: string[]; shown: string[] } {
    const error = this.triedBy(move)?.error;
    if (error === undefined) return { wrong: [], shown: this.boundTaken(move) };
    return this.tells(error, seen)
      ? { wrong: [], shown: boundaryOf(move) }
      : { wrong: [`${error.pointer} does not say "${error.message}"`], shown: [] };
  }

  /** The bound whose value just inside was taken by what was done. */
  private boundTaken(move: Move | undefined): string[] {
    const tried = this.triedBy(move);
    return tried === undefined || tried.error !== undefined ? [] : boundaryOf(move);
  }

  private triedBy(move: Move | undefined): BoundCase | undefined {
    return move !== undefined && 'screen' in move && 'data' in move
      ? this.material.cases?.[move.screen]?.[move.data]
      : undefined;
  }
}

function boundaryOf(move: Move | undefined): string[] {
  return move !== undefined && 'data' in move ? [`boundary ${move.screen} ${move.data}`] : [];
}

function outcomeShown(move: Move | undefined): string[] {
  const outcome = move && outcomeOf(move);
  return outcome === undefined ? [] : [`outcome ${outcome}`];
}
