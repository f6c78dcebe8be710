import type { EffectInput, FlowContext } from './flow.ts';

/** The request, and the run or upload that a resumed draft attaches to. */
export function attaching(request: EffectInput, { runs }: FlowContext, effect: string): EffectInput {
  const run = runs?.[effect];
  return { ...request, ...(run !== undefined && { run }) };
}
