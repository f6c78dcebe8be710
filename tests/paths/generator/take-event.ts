// What a machine does with an event, without an actor. XState's own `transition` starts an actor for every call, which computes
// an initial state each time: more work than the event.
import { createActor, type AnyActorRef, type AnyMachineSnapshot, type AnyStateMachine } from 'xstate';
import type { MachineEvent } from './move.ts';

/** An action that XState would execute: an effect that starts, a message that is sent. */
export interface Executable {
  type: string;
  params?: unknown;
}

const actors = new WeakMap<AnyStateMachine, AnyActorRef>();

function actorOf(machine: AnyStateMachine): AnyActorRef {
  const known = actors.get(machine) ?? createActor(machine);
  actors.set(machine, known);
  return known;
}

/** The snapshots that the event leads through: after its own transition, and after each eventless one. */
export function takeMicrosteps(
  machine: AnyStateMachine,
  snapshot: AnyMachineSnapshot,
  event: MachineEvent,
): AnyMachineSnapshot[] {
  const scope = scopeOf(machine, () => undefined);
  return machine.microstep(snapshot as never, event as never, scope as never) as AnyMachineSnapshot[];
}

/** The snapshot after the event, and the actions that an actor would execute. Executes nothing. */
export function takeEvent(
  machine: AnyStateMachine,
  snapshot: AnyMachineSnapshot,
  event: MachineEvent,
): { next: AnyMachineSnapshot; actions: Executable[] } {
  const actions: Executable[] = [];
  const scope = scopeOf(machine, (action) => actions.push(action));
  const next = machine.transition(snapshot as never, event as never, scope as never) as AnyMachineSnapshot;
  return { next, actions };
}

/** What XState asks of the actor around a transition. */
function scopeOf(machine: AnyStateMachine, actionExecutor: (action: Executable) => void) {
  const nothing = () => undefined;
  const self = actorOf(machine);
  return {
    self,
    id: '',
    sessionId: '',
    system: self.system,
    defer: nothing,
    logger: nothing,
    stopChild: nothing,
    emit: nothing,
    actionExecutor,
  };
}
