import { fromPromise, type PromiseActorLogic } from 'xstate';
import { isCallFailed } from '#api/call-failed.ts';
import type { EffectInput, FlowDefinition, Refusal } from '#engine/flow/flow.ts';
import { notLeaving } from './leaving.ts';

/** The door to the server: `callApi`, or what a test or the gallery puts in its place. */
export type Door = (
  name: string,
  input: Omit<EffectInput, 'key'>,
  options: { idempotencyKey?: string; signal: AbortSignal },
) => Promise<unknown>;

export type FilledEffects = Record<string, PromiseActorLogic<unknown, EffectInput>>;

/** Fills every effect of a flow with the call of the same name; a call that fails ends as a `Refusal`. */
export function fillEffects(flow: Pick<FlowDefinition, 'effects'>, door: Door): FilledEffects {
  return Object.fromEntries(
    Object.keys(flow.effects).map((name) => [
      name,
      fromPromise<unknown, EffectInput>(async ({ input, signal }) => {
        const { key, ...request } = input;
        try {
          return await door(name, request, { ...(key === undefined ? {} : { idempotencyKey: key }), signal });
        } catch (error) {
          if (isCallFailed(error, 'offline')) await notLeaving();
          // Data, not an error: an `Error` in a context becomes `{}` when it is persisted.
          throw refusalOf(error);
        }
      }),
    ]),
  );
}

function refusalOf(error: unknown): unknown {
  if (!isCallFailed(error)) return error;
  const refusal: Refusal = { code: error.code, message: error.message };
  return error.fields === undefined ? refusal : { ...refusal, fields: error.fields };
}
