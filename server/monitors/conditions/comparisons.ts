import type { ConditionDefinition, ConditionParameter, Parameters } from './condition.ts';

/** Errors of this server itself: they say nothing about the target. */
const ownErrors = new Set<string | null>(['not_available', 'internal']);

/** The check failed. */
export const failed: ConditionDefinition = {
  parameters: ['runCount'],
  incident: 'outage',
  looksAt: 'failures',
  tellsSilence: true,
  fails: ({ ok, error }) => (ownErrors.has(error) ? undefined : !ok),
};

/** Slower than so many milliseconds. A time-out is slower than any bound; another failure says nothing about time. */
export function slower(parameter: ConditionParameter): ConditionDefinition {
  return {
    parameters: ['runCount', parameter],
    incident: 'slow',
    looksAt: 'the response time',
    fails: ({ responseTime, error }, parameters) =>
      responseTime === null ? error === 'timed_out' || undefined : above(responseTime, parameters[parameter]),
  };
}

/** Whether a text was found (1) or not (0), as the parameter `contains` asks. */
export function contains(found: number | undefined, { contains: wanted }: Parameters): boolean | undefined {
  return found === undefined ? undefined : (found === 1) === (wanted === 'CONTAINS');
}

type Compare = (value: number | undefined, bound: unknown) => boolean | undefined;
const compare =
  (holds: (value: number, bound: number) => boolean): Compare =>
  (value, bound) =>
    value === undefined || typeof bound !== 'number' ? undefined : holds(value, bound);
export const above = compare((value, bound) => value > bound);
export const below = compare((value, bound) => value < bound);
export const atLeast = compare((value, bound) => value >= bound);
/** Days left: on the day of the bound, and when nothing is left. */
export const within = compare((value, bound) => value <= bound);
