import type { EffectRetries, FlowContext, Refusal } from './flow.ts';

/** `effect.retries`: why the last reading failed, as `refusal` says it, and how often it was tried. */
export function keepRetries(event: { type: string }, refusal: Refusal): Pick<FlowContext, 'refusal' | 'retries'> {
  return { refusal, retries: (event as EffectRetries).retries };
}

/** The effect has its reply, or has given up: no refusal of a reading in between stands any longer. */
export function forgetRetries({ retries }: FlowContext): Pick<FlowContext, 'refusal' | 'retries'> {
  return retries === undefined ? {} : { refusal: undefined, retries: undefined };
}
