import { isFull } from '../depth.ts';

/**
 * One case of each kind, whatever its flow; all of them in `npm run test:full`. The `reload` criterion of the generated paths leaves every
 * state of every flow, so these ways of leaving need only the kinds of states that they treat differently.
 */
export function oneOfEachKind<T>(cases: readonly T[], kindOf: (one: T) => string): readonly T[] {
  if (isFull) return cases;
  return [...new Map(cases.map((one) => [kindOf(one), one])).values()];
}
