import type { ActorScope, AnyActorRef, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { FlowContext, FlowInput } from '#engine/flow/flow.ts';
import type { MachineEvent } from '../generator/move.ts';

/** The actor that the page runs, and every event that reached it. */
export interface Watch {
  machine: AnyStateMachine;
  /** `undefined` until the page has started it; after a reload, the new one. */
  actor(): AnyActorRef | undefined;
  events: MachineEvent[];
  /** What broke the machine itself. */
  failure(): unknown;
  /** Forgets the actor: the page is loaded again. */
  forget(): void;
}

type Scope = ActorScope<AnyMachineSnapshot, MachineEvent>;

/**
 * The machine with an eye on it: the page runs it as it is, and a test may look into the actor that comes of it. `from`: where the
 * first actor stands when it begins, as if the page had led it there.
 */
export function watched(
  machine: AnyStateMachine,
  heard: (event: MachineEvent) => void,
  from?: AnyMachineSnapshot,
): Watch {
  let actor: AnyActorRef | undefined;
  const gone = new WeakSet<object>();
  let failure: unknown;
  const events: MachineEvent[] = [];
  const seen = (scope: Scope) => {
    if (actor === scope.self || gone.has(scope.self)) return;
    actor = scope.self as AnyActorRef;
    actor.subscribe({
      error: (error) => {
        failure = error;
      },
    });
  };
  const eyed: AnyStateMachine = Object.create(machine, {
    provide: {
      value(given: never): AnyStateMachine {
        const provided = machine.provide(given);
        const { transition, getInitialSnapshot, restoreSnapshot, getPersistedSnapshot } = provided;
        return Object.assign(provided, {
          transition(snapshot: never, event: never, scope: never) {
            seen(scope);
            events.push(event);
            heard(event);
            return transition(snapshot, event, scope) as unknown;
          },
          getInitialSnapshot(scope: never, input: FlowInput) {
            seen(scope);
            if (from !== undefined) {
              const standing = getPersistedSnapshot.call(provided, from) as unknown as { context: FlowContext };
              const { instance } = input;
              const here = { ...standing, context: { ...standing.context, instance } };
              return restoreSnapshot.call(provided, here as never, scope) as unknown;
            }
            return getInitialSnapshot(scope, input) as unknown;
          },
          restoreSnapshot(snapshot: never, scope: never) {
            seen(scope);
            return restoreSnapshot.call(provided, snapshot, scope) as unknown;
          },
        }) as AnyStateMachine;
      },
    },
  }) as AnyStateMachine;
  return {
    machine: eyed,
    actor: () => actor,
    events,
    failure: () => failure,
    forget() {
      if (actor !== undefined) gone.add(actor);
      actor = undefined;
    },
  };
}
