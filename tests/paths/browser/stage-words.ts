import type { LoadedFlow } from '../load.ts';
import type { Prepared } from './browser-case.ts';

/** The flow with what its case says in each state, as the path's own things are called. */
export function calledHere(loaded: LoadedFlow, { told }: Pick<Prepared, 'told'>): LoadedFlow {
  if (told === undefined) return loaded;
  const { states = {} } = loaded.known;
  const here = Object.entries(states).map(([name, { heading, says = [], offers = [], ...state }]) => [
    name,
    { ...state, heading: [heading].flat().map(told), says: says.map(told), offers: offers.map(told) },
  ]);
  return { ...loaded, known: { ...loaded.known, states: Object.fromEntries(here) as typeof states } };
}
