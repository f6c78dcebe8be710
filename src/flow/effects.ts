import { fromPromise, type AnyActorLogic } from 'xstate';
import { isCallFailed } from '#api/call-failed.ts';
import type { Effect, EffectInput, FlowDefinition } from '#engine/flow/flow.ts';
import { refusalOf, type Door } from './door.ts';
import type { LongEffect, Outside } from './long-effect.ts';
import { notLeaving } from './leaving.ts';

type Filler = (of: LongEffect) => AnyActorLogic;

/** Few flows have effects that take time, so the first page does without their code. */
const fillers: Readonly<Record<Exclude<Effect['kind'], 'call' | undefined>, () => Promise<Filler>>> = {
  job: async () => (await import('./job-effect.ts')).followJob,
  upload: async () => (await import('./upload-effect.ts')).sendUpload,
  watch: async () => (await import('./watch-effect.ts')).watchCall,
};
const fetched = new Map<string, Filler>();

/** Fetches what a flow's effects need; before the flow is opened. */
export async function fetchFillers({ effects }: Pick<FlowDefinition, 'effects'>): Promise<void> {
  for (const { kind = 'call' } of Object.values(effects))
    if (kind !== 'call' && !fetched.has(kind)) fetched.set(kind, await fillers[kind]());
}

/** Fills every effect of a flow with the call of the same name; a call that fails ends as a `Refusal`. */
export function fillEffects(flow: Pick<FlowDefinition, 'effects'>, outside: Outside): Record<string, AnyActorLogic> {
  return Object.fromEntries(
    Object.entries(flow.effects).map(([name, effect]) => [
      name,
      (effect.kind ?? 'call') === 'call'
        ? makeCall(name, outside.door)
        : fillerOf(effect)({ name, effect, ...outside }),
    ]),
  );
}

function fillerOf({ kind = 'call' }: Effect): Filler {
  const filler = fetched.get(kind);
  if (filler === undefined) throw new Error(`fetchFillers comes before the effects of a flow with a ${kind}`);
  return filler;
}

function makeCall(name: string, door: Door): AnyActorLogic {
  return fromPromise<unknown, EffectInput>(async ({ input, signal }) => {
    const { key, revision, ...request } = input;
    const options = {
      ...(key === undefined ? {} : { idempotencyKey: key }),
      ...(revision === undefined ? {} : { revision }),
      signal,
    };
    try {
      return await door(name, request, options);
    } catch (error) {
      if (isCallFailed(error, 'offline')) await notLeaving();
      throw refusalOf(error);
    }
  });
}
