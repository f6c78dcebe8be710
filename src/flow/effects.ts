import { fromPromise, type AnyActorLogic } from 'xstate';
import { isCallFailed } from '#api/call-failed.ts';
import type { Effect, EffectInput, FlowDefinition } from '#engine/flow/flow.ts';
import { refusalOf, type Door } from './door.ts';
import type { LongEffect, Outside } from './long-effect.ts';
import { notLeaving } from './leaving.ts';

type Filler = (of: LongEffect) => AnyActorLogic;

/** Few flows have effects that take time, so the first page does without their code. */
const fillers: Readonly<Record<Exclude<Effect['kind'], 'call' | 'security-key' | undefined>, () => Promise<Filler>>> = {
  job: async () => (await import('./job-effect.ts')).followJob,
  upload: async () => (await import('./upload-effect.ts')).sendUpload,
  watch: async () => (await import('./watch-effect.ts')).watchCall,
};
const fetched = new Map<string, Filler>();

/** Fetches what a flow's effects need; before the flow is opened. */
export async function fetchFillers({ effects }: Pick<FlowDefinition, 'effects'>): Promise<void> {
  for (const { kind = 'call' } of Object.values(effects))
    if (!isCall(kind) && !fetched.has(kind)) fetched.set(kind, await fillers[kind]());
}

/** Fills every effect of a flow with the call of the same name; a call that fails ends as a `Refusal`. */
export function fillEffects(flow: Pick<FlowDefinition, 'effects'>, outside: Outside): Record<string, AnyActorLogic> {
  return Object.fromEntries(
    Object.entries(flow.effects).map(([name, effect]) => [
      name,
      isCall(effect.kind)
        ? makeCall(name, outside.door, effect.kind === 'security-key')
        : fillerOf(effect)({ name, effect, ...outside }),
    ]),
  );
}

/** Whether the effect is one request, whatever has to be asked of the person before. */
function isCall(kind: Effect['kind'] = 'call'): kind is 'call' | 'security-key' {
  return kind === 'call' || kind === 'security-key';
}

function fillerOf({ kind = 'call' }: Effect): Filler {
  const filler = fetched.get(kind);
  if (filler === undefined) throw new Error(`fetchFillers comes before the effects of a flow with a ${kind}`);
  return filler;
}

function makeCall(name: string, door: Door, asksKey: boolean): AnyActorLogic {
  return fromPromise<unknown, EffectInput>(async ({ input, signal }) => {
    const { key, revision, ...request } = input;
    const options = {
      ...(key === undefined ? {} : { idempotencyKey: key }),
      ...(revision === undefined ? {} : { revision }),
      signal,
    };
    try {
      const asked = asksKey ? await askForKey(name, request, { door, signal }) : request;
      return await door(name, asked, options);
    } catch (error) {
      if (isCallFailed(error, 'offline')) await notLeaving();
      throw refusalOf(error);
    }
  });
}

type Request = Parameters<Door>[1];

/** Fetched when a key is asked for: most people sign in without one. */
async function askForKey(name: string, request: Request, by: { door: Door; signal: AbortSignal }): Promise<Request> {
  if (!Object.values(request.body ?? {}).includes('')) return request;
  return (await import('./ask-security-key.ts')).askSecurityKey(name, request, by);
}
