import { isFull } from '../depth.ts';

/**
 * One case of each flow and one of each kind; all of them in `npm run test:full`. The `reload` criterion of the generated paths
 * leaves every state of every flow, so these ways of leaving need only the kinds of states that they treat differently.
 */
export function oneOfEach<T extends { flow: string }>(cases: readonly T[], kindOf: (one: T) => unknown): readonly T[] {
  if (isFull) return cases;
  const taken = new Map<unknown, number>();
  const times = (one: T) => taken.get(kindOf(one)) ?? 0;
  const chosen = new Set<T>();
  const take = (one: T) => {
    chosen.add(one);
    taken.set(kindOf(one), times(one) + 1);
  };
  for (const flow of new Set(cases.map((one) => one.flow))) {
    const rarest = cases.filter((one) => one.flow === flow).toSorted((a, b) => times(a) - times(b))[0];
    if (rarest !== undefined) take(rarest);
  }
  for (const one of cases) if (times(one) === 0) take(one);
  return cases.filter((one) => chosen.has(one));
}

/** One case of each kind, whatever its flow; all of them in `npm run test:full`. For ways of leaving that no flow has a part in. */
export function oneOfEachKind<T>(cases: readonly T[], kindOf: (one: T) => string): readonly T[] {
  if (isFull) return cases;
  return [...new Map(cases.map((one) => [kindOf(one), one])).values()];
}
