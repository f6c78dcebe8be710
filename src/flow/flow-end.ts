import { createContext, use } from 'react';
import type { Flow, FlowOffer, FlowOutput, Mode } from '#engine/flow/flow.ts';
import { fill } from '#screens/words.tsx';

/** What a toast tells of a flow that has finished. */
export interface EndTold {
  message: string;
  offer?: FlowOffer;
}

/** Where a flow's end leads and what is told of it, as its manifest's `ends` says. */
export function endOf(
  { ends }: Pick<Flow, 'ends'>,
  mode: Mode,
  { outcome, next, reply, words, told }: FlowOutput,
): { next?: string; told?: EndTold } {
  const end = outcome === 'finished' ? ends?.[mode] : undefined;
  if (end === undefined) return next === undefined ? {} : { next };
  const values = { ...words, ...namesIn(reply) };
  const to = next ?? filled(end.to, values);
  const offered = filled(end.offer?.to, values);
  const offer = end.offer && offered !== undefined ? { offer: { ...end.offer, to: offered } } : {};
  return {
    ...(to === undefined ? {} : { next: to }),
    ...(told === true ? {} : { told: { message: fill(end.message, values), ...offer } }),
  };
}

function namesIn(reply: unknown): Record<string, string | number> {
  const all = typeof reply === 'object' && reply !== null ? Object.entries(reply) : [];
  return Object.fromEntries(
    all.filter(
      (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  );
}

/** A route that lacks one of its names leads nowhere. */
function filled(route: string | undefined, values: Record<string, string | number>): string | undefined {
  if (route === undefined) return undefined;
  const whole = fill(route, values);
  return /\{\w+\}/.test(whole) ? undefined : whole;
}

const FlowEndContext = createContext<(told: EndTold) => void>(() => undefined);

/** The console puts its toasts here; before sign-in, flows end on screens of their own. */
export const FlowEndProvider = FlowEndContext.Provider;

export function useFlowEnd(): (told: EndTold) => void {
  return use(FlowEndContext);
}
