import { fromPromise, type AnyActorLogic } from 'xstate';
import { isCallFailed } from '#api/call-failed.ts';
import type { EffectInput, FlowDefinition } from '#engine/flow/flow.ts';
import { refusalOf, type Door } from './door.ts';
import type { followJob, Hear } from './job-effect.ts';
import { notLeaving } from './leaving.ts';

interface Outside {
  door: Door;
  hear: Hear;
  /** Aborts when the page goes away. */
  leaving: AbortSignal;
}

/** The code that follows runs; few flows have jobs, so the first page does without it. */
let follow: typeof followJob | undefined;

/** Before a flow with jobs is opened. */
export async function fetchJobs({ effects }: Pick<FlowDefinition, 'effects'>): Promise<void> {
  if (Object.values(effects).some(({ kind }) => kind === 'job')) follow = (await import('./job-effect.ts')).followJob;
}

/** Fills every effect of a flow with the call of the same name; a call that fails ends as a `Refusal`. */
export function fillEffects(
  flow: Pick<FlowDefinition, 'effects'>,
  { door, hear, leaving }: Outside,
): Record<string, AnyActorLogic> {
  return Object.fromEntries(
    Object.entries(flow.effects).map(([name, { kind, whenLeft }]) => [
      name,
      kind === 'job' ? fetched()({ name, whenLeft, door, hear, leaving }) : makeCall(name, door),
    ]),
  );
}

function fetched(): typeof followJob {
  if (follow === undefined) throw new Error('fetchJobs comes before the effects of a flow with jobs');
  return follow;
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
