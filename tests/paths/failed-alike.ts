import type { Failure } from './run-flow.ts';

/** Failures by what is wrong and where: what failed alike is told once. In their order. */
export function failedAlike<T>(found: readonly T[], told: (one: T) => Pick<Failure, 'state' | 'problems'>): T[][] {
  const groups = new Map<string, T[]>();
  for (const one of found) {
    const { state, problems } = told(one);
    const key = `${state}\n${problems[0]}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}
