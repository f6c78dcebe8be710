import type { Outcome } from '../checks/check.ts';
import { step } from '../conditions/condition.ts';
import { conditions } from '../conditions/registry.ts';
import { coveringWindow, type Monitored } from '../monitored.ts';

/** Where a condition stands after a check that moved it. Times in milliseconds since 1970. */
export interface ConditionMove {
  id: number;
  failures: number;
  lastFailureAt: number | undefined;
  raisedAt: number | undefined;
  change: 'raised' | 'reset' | undefined;
}

/** A check on its way into the database. */
export interface CheckRecord {
  monitorId: number;
  /** When it began. */
  at: number;
  /** Since when checks come out this way. */
  since: number;
  /** Up has become down or the other way round, or this is the first check. */
  turned: boolean;
  outcome: Outcome;
  moves: ConditionMove[];
  /** The maintenance is over: what it kept from being told is told now. */
  settles: boolean;
}

/** Takes a check into account: the monitor and its conditions move on, and what there is to store is told. */
export function record(monitor: Monitored, outcome: Outcome, at: number): CheckRecord {
  const turned = monitor.ok !== outcome.ok;
  const since = turned || monitor.since === undefined ? at : monitor.since;
  monitor.ok = outcome.ok;
  monitor.since = since;
  monitor.checkedAt = at;
  const window = coveringWindow(monitor, at);
  const moves: ConditionMove[] = [];
  for (const condition of monitor.conditions) {
    const { failures, lastFailureAt } = condition;
    const failed = conditions[condition.type].fails(outcome, condition.parameters);
    const change = step(condition, failed, condition, at, window?.holdsAlerts);
    // Success after success moves nothing, so the usual check writes nothing here.
    if (change === undefined && failures === condition.failures && lastFailureAt === condition.lastFailureAt) continue;
    moves.push({
      id: condition.id,
      failures: condition.failures,
      lastFailureAt: condition.lastFailureAt,
      raisedAt: condition.raisedAt,
      change,
    });
  }
  const settles = window === undefined && monitor.owes;
  // Whether there is something to tell is decided when it is stored; to ask for nothing costs one statement, once.
  if (window !== undefined) monitor.owes ||= moves.some(({ change }) => change !== undefined);
  else monitor.owes = false;
  return { monitorId: monitor.id, at, since, turned, outcome, moves, settles };
}
