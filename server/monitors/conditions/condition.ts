import type { Static } from 'typebox';
import type { ConditionType, conditionParameters } from '#api/contract/monitor-input.ts';
import type { Outcome } from '../checks/check.ts';
import type { CheckType } from '../checks/registry.ts';

export type ConditionName = Static<typeof ConditionType>;

/** A field that belongs to some types of condition only. */
export type ConditionParameter = keyof typeof conditionParameters;

/** What the history keeps of an outcome, and all that a condition looks at. */
export type Judged = Pick<Outcome, 'ok' | 'error' | 'statusCode' | 'responseTime' | 'facts'>;

/** A type of condition, one entry in `registry.ts`. Its form and its sentence stand in the screen document. */
export interface ConditionDefinition {
  /** The type of monitor that it looks at. */
  monitorType: CheckType;
  /** The fields beside the common ones that it is set by, in `MonitorInput.conditions` (F08-62). */
  parameters: readonly ConditionParameter[];
  /** What it looks at, in words: said where the history does not hold it. */
  looksAt: string;
  /** Whether this check counts as a failure; undefined when the check says nothing about it. */
  fails(found: Judged, parameters: Readonly<Record<string, unknown>>): boolean | undefined;
}

/** Where a condition stands. Times in milliseconds since 1970. */
export interface Standing {
  /** In a row. */
  failures: number;
  lastFailureAt: number | undefined;
  raisedAt: number | undefined;
}

export interface Bounds {
  /** Failures in a row before it raises. */
  runCount: number;
  /** Minutes without a failure before it resets. */
  resetThreshold: number;
}

export type Change = 'raised' | 'reset' | undefined;

/**
 * Takes one check into account and says what it led to. Raises once `runCount` checks in a row have failed, and again
 * only after a reset; resets once `resetThreshold` minutes have passed since the last failure. While `held` it counts and
 * raises nothing: the first failure afterwards does.
 */
export function step(
  standing: Standing,
  failed: boolean | undefined,
  { runCount, resetThreshold }: Bounds,
  at: number,
  held = false,
): Change {
  if (failed === undefined) return undefined;
  if (failed) {
    standing.failures += 1;
    standing.lastFailureAt = at;
    if (standing.raisedAt !== undefined || standing.failures < runCount || held) return undefined;
    standing.raisedAt = at;
    return 'raised';
  }
  standing.failures = 0;
  if (standing.raisedAt === undefined || at - (standing.lastFailureAt ?? standing.raisedAt) < resetThreshold * 60_000)
    return undefined;
  standing.raisedAt = undefined;
  return 'reset';
}
