import { and, asc, eq, gte } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Queries } from '../../database/database.ts';
import { monitorResult } from '../../database/schema/monitors.ts';
import type { CheckError } from '../checks/check.ts';
import type { ConditionInput } from '../checked-input.ts';
import { kept } from '../results/rollup.ts';
import { step, type Judged, type Standing } from './condition.ts';
import { conditions } from '../types/registry.ts';

type Reply = ReplyOf<Catalogue['replayCondition']>;

/** Spans that the reply tells of; more would be finer than a plot. */
const mostPoints = 288;
/** As many checks as a monitor makes in 48 hours at its shortest interval, twice over. */
const mostChecks = 12_000;

/** A condition run over the single checks of the last 48 hours, from rest, by the same steps as the scheduler's. */
export async function replay(db: Queries, id: number, condition: ConditionInput, now: Date): Promise<Reply> {
  const from = new Date(now.getTime() - kept.raw);
  const rows = await db
    .select()
    .from(monitorResult)
    .where(and(eq(monitorResult.monitorId, id), gte(monitorResult.at, from)))
    .orderBy(asc(monitorResult.at))
    .limit(mostChecks);
  const checks = rows.map(({ at, ok, responseTime, error, statusCode, facts }) => ({
    at: at.getTime(),
    ok,
    responseTime,
    error: error as CheckError | null,
    statusCode,
    ...(facts && { facts }),
  }));
  return { from: from.toISOString(), to: now.toISOString(), ...judge(checks, condition, from, now) };
}

type StoredCheck = Judged & { at: number };

export function judge(
  checks: readonly StoredCheck[],
  condition: Omit<ConditionInput, 'conditionName' | 'severity' | 'priority'>,
  from: Date,
  to: Date,
): Omit<Reply, 'from' | 'to'> {
  const definition = conditions[condition.type];
  const bounds = { runCount: condition.runCount ?? 1, resetThreshold: condition.resetThreshold };
  const standing: Standing = { failures: 0, lastFailureAt: undefined, raisedAt: undefined };
  const width = Math.max(1, (to.getTime() - from.getTime()) / mostPoints);
  const points = new Map<number, { checks: number; failed: number }>();
  const alerts: Reply['alerts'] = [];
  let judged = 0;
  for (const check of checks) {
    const failed = definition.fails(check, condition);
    if (failed === undefined) continue;
    judged += 1;
    const span = Math.floor((check.at - from.getTime()) / width);
    const point = points.get(span) ?? { checks: 0, failed: 0 };
    points.set(span, { checks: point.checks + 1, failed: point.failed + Number(failed) });
    const change = step(standing, failed, bounds, check.at);
    const at = new Date(check.at).toISOString();
    const last = alerts.at(-1);
    if (change === 'raised') alerts.push({ raisedAt: at, resetAt: null });
    else if (change === 'reset' && last) last.resetAt = at;
  }
  return {
    checks: checks.length,
    judged,
    alerts,
    missing: missing(checks.length, judged, definition.looksAt),
    points: [...points].map(([span, counts]) => ({
      at: new Date(from.getTime() + span * width).toISOString(),
      ...counts,
    })),
  };
}

function missing(checks: number, judged: number, what: string): string | null {
  if (checks === 0) return 'There is no history yet.';
  if (judged === checks) return null;
  if (judged === 0) return `The history holds nothing about ${what}.`;
  return `${checks - judged} of ${checks} checks hold nothing about ${what}.`;
}
