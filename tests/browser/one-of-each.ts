import { isFull } from '../depth.ts';

/**
 * The first case of each kind in each flow; all of them in `npm run test:full`. The `reload` criterion of the generated paths
 * leaves every state, so these ways of leaving need only the kinds of states that they treat differently.
 */
export function oneOfEach<T extends { flow: string }>(cases: readonly T[], kindOf: (one: T) => unknown): readonly T[] {
  if (isFull) return cases;
  const first = new Map(cases.toReversed().map((one) => [`${one.flow} ${String(kindOf(one))}`, one]));
  return cases.filter((one) => first.get(`${one.flow} ${String(kindOf(one))}`) === one);
}
