import type { Static } from 'typebox';
import type { ConditionType, conditionParameters } from '#api/contract/monitor-types.ts';
import type { Outcome } from '../checks/check.ts';

export type ConditionName = Static<typeof ConditionType>;

/** A field that belongs to some types of condition only. */
export type ConditionParameter = keyof typeof conditionParameters;

/** What the history keeps of an outcome, and all that a condition looks at. */
export type Judged = Pick<Outcome, 'ok' | 'error' | 'statusCode' | 'responseTime' | 'facts'>;

export type Parameters = Readonly<Record<string, unknown>>;

/** From the worst to the mildest: what an alert means for who uses what is watched. */
export type IncidentKind = 'outage' | 'disrupted' | 'slow';

/** A type of condition, an entry of its type of monitor in `../types`. Its form and its sentence stand in the screen document. */
export interface ConditionDefinition {
  /** The fields beside the common ones that it is set by, in `MonitorInput.conditions` (F08-62). */
  parameters: readonly ConditionParameter[];
  /** What the public status page calls it; null: nothing that a user would notice. */
  incident: IncidentKind | null;
  /** What it looks at, in words: said where the history does not hold it. */
  looksAt: string;
  /** The fact that it looks at, where it is one: the check's note on it is what the alert says. */
  fact?(parameters: Parameters): string;
  /** Its alert already says that nothing came back: conditions without an answer in the same check raise no alert beside it. */
  tellsSilence?: true;
  /** Whether this check counts as a failure; undefined when the check could not answer the question. */
  fails(found: Judged, parameters: Parameters): boolean | undefined;
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

/** Whether checks can answer the condition's question at all; it has an alert of its own. */
export interface Silence {
  /** Checks in a row without an answer. */
  unanswered: number;
  unansweredRaisedAt: number | undefined;
  /** Why the latest check had no answer; undefined when it had one. */
  unansweredReason: string | undefined;
}

/** `held`: would have been raised, but for maintenance. */
export type Change = 'raised' | 'reset' | 'held' | undefined;

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
    if (standing.raisedAt !== undefined || standing.failures < runCount) return undefined;
    if (held) return 'held';
    standing.raisedAt = at;
    return 'raised';
  }
  standing.failures = 0;
  // A failure cannot lie ahead: the clock was set back since.
  if (standing.lastFailureAt !== undefined && standing.lastFailureAt > at) standing.lastFailureAt = at;
  if (standing.raisedAt === undefined || at - (standing.lastFailureAt ?? standing.raisedAt) < resetThreshold * 60_000)
    return undefined;
  standing.raisedAt = undefined;
  return 'reset';
}

/** Checks in a row without an answer before a condition without a run count raises its alert: one lost look is no news. */
const usualRunCount = 3;

/**
 * Takes into account whether one check could answer. Raises once so many checks in a row had no answer, and resets with the
 * first that has one. While `told` another alert gives the reason; while `held` nothing is raised.
 */
export function stepSilence(
  silence: Silence,
  reason: string | undefined,
  {
    runCount = usualRunCount,
    at,
    told,
    held = false,
  }: { runCount?: number; at: number; told: boolean; held?: boolean },
): Change {
  silence.unansweredReason = reason;
  if (reason === undefined) {
    silence.unanswered = 0;
    if (silence.unansweredRaisedAt === undefined) return undefined;
    silence.unansweredRaisedAt = undefined;
    return 'reset';
  }
  if (told) return undefined;
  silence.unanswered += 1;
  if (silence.unansweredRaisedAt !== undefined || silence.unanswered < runCount) return undefined;
  if (held) return 'held';
  silence.unansweredRaisedAt = at;
  return 'raised';
}
