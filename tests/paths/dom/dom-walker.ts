import type { AnyMachineSnapshot } from 'xstate';
import type { FieldError } from '#engine/document/document.ts';
import type { Answers, Flow, FlowContext, FlowDefinition, FlowInput, FlowOutput, Refusal } from '#engine/flow/flow.ts';
import { viewOf } from '#engine/flow/view.ts';
import type { Material } from '../generator/material.ts';
import { endOf } from '#src/flow/flow-end.ts';
import { invokesOf, type MachineEvent, type Move } from '../generator/move.ts';
import type { LoadedFlow } from '../load.ts';
import { StepWalker, type OpenWalker } from '../machine-tier.ts';
import type { Seen } from '../seen.ts';
import { turn, until } from './clock.ts';
import { FlowPage } from './flow-page.tsx';
import { PageRig } from './page-rig.ts';
import { readPage, rowErrors, stepStands, toldAt } from './page-seen.ts';
import { Presses } from './presses.ts';
import type { ServedCalls } from './served-calls.ts';
import { watched, type Watch } from './watched-machine.ts';

/** The page of one flow, for all of its paths. */
export interface DomStage {
  /** As the page itself finds it. */
  definition: FlowDefinition;
  served: ServedCalls;
  /** Sets what the server asks to know which effects are waited for. */
  watch: { current: Watch | undefined };
}

/** Walks with the flow host of the console in a simulated page, its client and a server of msw. */
export function openIn(stage: DomStage): OpenWalker {
  return async (loaded, material, { input, machine = loaded.flow.machine, from }) => {
    const walker = new DomWalker({ ...loaded, flow: { ...loaded.flow, machine } }, material, input, stage, from);
    await walker.open();
    return walker;
  };
}

class DomWalker extends StepWalker {
  private readonly stage: DomStage;
  private readonly watch: Watch;
  private readonly page: FlowPage;
  private readonly pageRig: PageRig;
  private readonly presses: Presses;
  private readonly machine: Flow['machine'];
  /** What a step waited for in vain. */
  private readonly unrest: string[] = [];

  constructor(
    loaded: LoadedFlow,
    material: Material,
    input: FlowInput,
    stage: DomStage,
    from: AnyMachineSnapshot | undefined,
  ) {
    const heard = ({ type }: MachineEvent) => {
      // The machine has its reply: whoever asks from now on asks anew.
      if (/^xstate\.(done|error)\.actor\./.test(type)) stage.served.answering.clear();
      if (type === 'effect.retries') stage.served.forgetFailures();
    };
    const watch = watched(loaded.flow.machine, heard, from);
    const rig = new PageRig(loaded, stage.served, watch);
    super(loaded, material, input, rig);
    this.stage = stage;
    this.watch = watch;
    this.machine = stage.definition.machine;
    this.page = new FlowPage(loaded.flow, input, watch);
    this.pageRig = rig;
    this.presses = new Presses(loaded, material, rig, this.page);
  }

  async open(): Promise<void> {
    const { served, definition, watch } = this.stage;
    served.reset();
    definition.machine = this.watch.machine;
    watch.current = this.watch;
    await this.page.open();
    await this.settle();
  }

  override async end(): Promise<void> {
    this.page.leave();
    this.stage.served.reset();
    this.stage.definition.machine = this.machine;
    await turn();
  }

  override async reload(): Promise<Refusal | undefined> {
    window.dispatchEvent(new Event('pagehide'));
    this.page.leave();
    // What leaves with it is told a moment later.
    await turn();
    await turn();
    this.watch.forget();
    this.stage.served.reloaded();
    this.looked = 0;
    await this.page.show();
    await this.settle();
    const { refusal } = this.rig.snapshot().context as FlowContext;
    return refusal?.code.startsWith('draft_') ? refusal : undefined;
  }

  override async give(screen: string, data: Answers): Promise<void> {
    await this.presses.answers.give(screen, data, true);
    await this.settle();
  }

  protected override async act(move: Move, event: MachineEvent): Promise<string[]> {
    const wrong = await this.presses.make(move, event);
    await this.settle();
    return [...wrong, ...this.unrest.splice(0), ...this.untold()];
  }

  override async reply(effect: string, event: MachineEvent): Promise<string[]> {
    const heard = this.watch.events.length;
    const wrong = await super.reply(effect, event);
    if (event['effect'] === effect) {
      await until(() => this.watch.events.slice(heard).some(({ type }) => type === event.type));
      await this.settle();
    }
    return [...wrong, ...this.unrest.splice(0), ...this.untold()];
  }

  /** Whoever opened the flow is told how it ended. */
  private untold(): string[] {
    const { status, output, context } = this.rig.snapshot();
    if (status !== 'done' || this.pageRig.wasLeft || this.page.ofRow) return [];
    const { flow } = this.loaded;
    const { next, told } = endOf(flow, (context as FlowContext).mode, output as FlowOutput);
    const expected = JSON.stringify({ ...(output as FlowOutput), ...(next !== undefined && { next }) });
    const ended = JSON.stringify(this.page.ended.at(-1));
    const toast = this.page.toasts.at(-1);
    return [
      ...(ended === expected ? [] : [`the flow ended with ${expected} and told ${ended}`]),
      ...(JSON.stringify(toast) === JSON.stringify(told) ? [] : [`the toast says ${JSON.stringify(toast)}`]),
      ...(/\{\w+\}|undefined/.test(told?.message ?? '') ? [`the toast lacks a name: ${told?.message}`] : []),
    ];
  }

  protected override async settle(): Promise<void> {
    const { served } = this.stage;
    const rig = this.pageRig;
    const isHeard = await until(() => served.answering.size === 0 || rig.isOver());
    await turn();
    const isStill = await until(() => served.busy() === 0 && rig.underWay() && (rig.isOver() || stepStands()));
    if (isHeard && isStill) return;
    const waits = [
      ...[...served.answering.keys()].map((effect) => `the answer of ${effect} was not heard`),
      ...(served.busy() > 0 ? [`${served.busy()} requests are under way`] : []),
      ...(rig.underWay() ? [] : ['the effect of the state does not ask']),
      ...(rig.isOver() || stepStands() ? [] : ['no step stands']),
    ];
    this.unrest.push(`the page did not come to rest: ${waits.join(', ')}`);
  }

  protected override see(snapshot: AnyMachineSnapshot): Seen {
    const { state, screen } = viewOf(this.loaded.flow, this.loaded.screens, snapshot);
    return { state, screen, ...readPage(), busy: invokesOf(snapshot).length > 0 };
  }

  protected override tells({ pointer, message }: FieldError, seen: Seen): boolean {
    const place = toldAt(pointer);
    return (
      seen.errors.some((one) => one.pointer === place && one.message === message) ||
      rowErrors().some((words) => words.includes(message))
    );
  }
}
