import type { AnyMachineSnapshot } from 'xstate';
import type { FlowContext } from '#engine/flow/flow.ts';
import type { StepView } from '#engine/flow/step-view.ts';
import { viewOf } from '#engine/flow/view.ts';
import { screenOfSnapshot } from '../generator/material.ts';
import { invokesOf, type MachineEvent } from '../generator/move.ts';
import type { LoadedFlow } from '../load.ts';
import type { PendingCall, Rig } from '../rig.ts';
import type { ServedCalls } from './served-calls.ts';
import { isAsked } from './served-jobs.ts';
import type { Watch } from './watched-machine.ts';
import { takeEvent } from '../generator/take-event.ts';

/** The machine that the page runs and the calls that it makes, as a path looks at them. */
export class PageRig implements Rig {
  readonly watch: Watch;
  private readonly loaded: LoadedFlow;
  private readonly served: ServedCalls;
  /** The page was left: the machine was not asked, and stands where it would. */
  private left: AnyMachineSnapshot | undefined;

  constructor(loaded: LoadedFlow, served: ServedCalls, watch: Watch) {
    this.loaded = loaded;
    this.served = served;
    this.watch = watch;
  }

  get calls(): PendingCall[] {
    return this.served.calls;
  }

  pending(effect: string): PendingCall | undefined {
    return this.calls.findLast((call) => call.effect === effect && !call.answered);
  }

  snapshot(): AnyMachineSnapshot {
    return this.left ?? (this.watch.actor()?.getSnapshot() as AnyMachineSnapshot);
  }

  send(event: MachineEvent): void {
    this.watch.actor()?.send(event);
  }

  /** It goes with its page. */
  stop(): void {}

  broken(): unknown {
    return this.watch.failure();
  }

  get mode(): FlowContext['mode'] {
    return (this.snapshot().context as FlowContext).mode;
  }

  /** Whether the page went without a word to the machine. */
  get wasLeft(): boolean {
    return this.left !== undefined;
  }

  isOver(): boolean {
    return this.snapshot().status !== 'active';
  }

  /** The requests of the state have reached the server. */
  underWay(): boolean {
    const asks = (call: PendingCall | undefined) => call !== undefined && isAsked(call);
    return this.isOver() || invokesOf(this.snapshot()).every(({ effect }) => asks(this.pending(effect)));
  }

  /** What the page shows of it. */
  view(): StepView | undefined {
    const snapshot = this.snapshot();
    const shows = !this.isOver() && screenOfSnapshot(snapshot) !== undefined;
    return shows ? viewOf(this.loaded.flow, this.loaded.screens, snapshot) : undefined;
  }

  /** At a step the page goes by itself; the event is what that means. */
  leaveBy(event: MachineEvent): void {
    if (this.isOver()) return;
    this.left = takeEvent(this.loaded.flow.machine, this.snapshot(), event).next;
  }
}
