import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { EffectInput } from './flow.ts';

/** What an effect answers with: the reply of its call, typed where the machine reads it. */
export type EffectLogic = PromiseActorLogic<unknown, EffectInput>;

/** A slot for an effect. The application or a test fills it; left empty it fails loudly. */
export function slot(name: string): EffectLogic {
  return fromPromise<unknown, EffectInput>(async () => {
    throw new Error(`effect "${name}" was not provided`);
  });
}

/** How an actor's end reaches the machine that invoked it as `id`. */
export function doneEvent(id: string, output: unknown) {
  return { type: `xstate.done.actor.${id}`, output, actorId: id };
}

/** The same for a failure, which is a `Refusal`. */
export function errorEvent(id: string, error: unknown) {
  return { type: `xstate.error.actor.${id}`, error, actorId: id };
}

/** The output of an effect, as the object that every reply of the catalogue is; `Reply` is what its call promises. */
export function replyIn<Reply extends object = Record<string, unknown>>(event: { type: string }): Reply {
  const { output } = event as { output?: unknown };
  if (typeof output !== 'object' || output === null) throw new Error(`event "${event.type}" brought no reply`);
  return output as Reply;
}
