import type { LoadedFlow } from '../load.ts';
import { screenOfState, titleOf, withLabels } from './in-words.ts';

/** What a path found, with states as the titles of their screens and fields as their labels: “Details” has nothing to press. */
export function saidProblem(loaded: LoadedFlow, state: string, problem: string): string {
  const [, law = '', found = ''] = /^(Law: [^:]+: )?(.*)$/s.exec(problem) ?? [];
  // A state without parents may be an ordinary word.
  const begun =
    /^\w[\w-]*(?=[ :])/.exec(found)?.[0] === state ? titleOf(loaded, state) + found.slice(state.length) : found;
  const stated = begun.replace(/(?<![\w./])[a-z][\w-]*(?:\.[\w-]+)+/g, (name) => titleOf(loaded, name));
  return law + withLabels(loaded, screenOfState(loaded, state), stated);
}
