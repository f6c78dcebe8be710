import { isDeepStrictEqual } from 'node:util';
import type { Outcome } from '../checks/check.ts';
import { step, stepSilence, type Change, type Silence, type Standing } from '../conditions/condition.ts';
import { conditions } from '../types/registry.ts';
import { alertMessage, isToldByAnother, unansweredReason } from '../conditions/unanswered.ts';
import type { AlertKind } from '../../database/schema/monitors.ts';
import { coveringWindow, type Monitored } from '../monitored.ts';

/** What becomes of one of a condition's two alerts. */
export interface AlertChange {
  kind: AlertKind;
  change: Exclude<Change, undefined>;
  /** What the alert says. */
  message: string;
}

/** Where a condition stands after a check that moved it. Times in milliseconds since 1970. */
export interface ConditionMove extends Standing, Silence {
  id: number;
  changes: AlertChange[];
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
  /** Made during maintenance: it counts for no availability. */
  maintenance: boolean;
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
  const judged = monitor.conditions.map((condition) => {
    const definition = conditions[condition.type];
    return {
      condition,
      definition,
      parameters: condition.parameters,
      failed: definition.fails(outcome, condition.parameters),
    };
  });
  for (const each of judged) {
    const { condition, failed } = each;
    const before = standingOf(condition);
    const changes: AlertChange[] = [];
    const note = (kind: AlertKind, change: Change, message: string) => {
      if (change) changes.push({ kind, change, message });
    };
    const held = window?.holdsAlerts;
    note('CONDITION', step(condition, failed, condition, at, held), alertMessage(each, outcome));
    const reason = unansweredReason(each, outcome);
    const told = isToldByAnother(each, judged);
    const runCount = typeof each.parameters['runCount'] === 'number' ? { runCount: each.parameters['runCount'] } : {};
    note('UNANSWERED', stepSilence(condition, reason, { ...runCount, at, told, ...(held && { held }) }), reason ?? '');
    // Success after success moves nothing, so the usual check writes nothing here.
    if (changes.length > 0 || !isDeepStrictEqual(before, standingOf(condition)))
      moves.push({ id: condition.id, ...standingOf(condition), changes });
  }
  const settles = window === undefined && monitor.owes;
  // Whether there is something to tell is decided when it is stored; to ask for nothing costs one statement, once.
  if (window !== undefined)
    monitor.owes ||= moves.some(({ changes }) => changes.some(({ change }) => change !== 'held'));
  else monitor.owes = false;
  return { monitorId: monitor.id, at, since, turned, outcome, moves, maintenance: window !== undefined, settles };
}

function standingOf(condition: Standing & Silence): Standing & Silence {
  const { failures, lastFailureAt, raisedAt, unanswered, unansweredRaisedAt, unansweredReason } = condition;
  return { failures, lastFailureAt, raisedAt, unanswered, unansweredRaisedAt, unansweredReason };
}
