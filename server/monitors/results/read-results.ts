import { and, asc, eq, gte, lte, sql } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Queries } from '../../database/database.ts';
import { monitorResult } from '../../database/schema/monitors.ts';
import { coarse, fine, kept } from './rollup.ts';

export interface Range {
  from: Date;
  to: Date;
  /** At most so many points. */
  points: number;
}

/**
 * A monitor's history for a plot: single checks where they are few enough, else averages of equal spans, from raw
 * results as long as they are kept and from what was rolled up beyond. A span without a check has no point.
 */
export async function readResults(
  db: Queries,
  monitorId: number,
  range: Range,
  now: Date,
): Promise<ReplyOf<Catalogue['listResults']>> {
  const single = await singleChecks(db, monitorId, range, now);
  const { points, step } = single ? { points: single, step: null } : await averages(db, monitorId, range, now);
  const checks = points.reduce((sum, point) => sum + point.counted, 0);
  const up = points.reduce((sum, point) => sum + point.countedUp, 0);
  return {
    points: points.map(({ at, responseTime, max, up: share, checks: made }) => ({
      at,
      responseTime,
      max,
      up: share,
      checks: made,
    })),
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    availability: checks === 0 ? null : up / checks,
    step,
  };
}

/** A point with what of it counts for the availability: checks outside of maintenance. */
type Point = ReplyOf<Catalogue['listResults']>['points'][number] & { counted: number; countedUp: number };

const rawSince = (now: Date) => now.getTime() - kept.raw;

async function singleChecks(
  db: Queries,
  monitorId: number,
  { from, to, points }: Range,
  now: Date,
): Promise<Point[] | undefined> {
  if (from.getTime() < rawSince(now)) return undefined;
  const rows = await db
    .select({
      at: monitorResult.at,
      ok: monitorResult.ok,
      responseTime: monitorResult.responseTime,
      maintenance: monitorResult.maintenance,
    })
    .from(monitorResult)
    .where(and(eq(monitorResult.monitorId, monitorId), gte(monitorResult.at, from), lte(monitorResult.at, to)))
    .orderBy(asc(monitorResult.at))
    .limit(points + 1);
  if (rows.length > points) return undefined;
  return rows.map(({ at, ok, responseTime, maintenance }) => ({
    at: at.toISOString(),
    responseTime,
    max: responseTime,
    up: ok ? 1 : 0,
    checks: 1,
    counted: maintenance ? 0 : 1,
    countedUp: ok && !maintenance ? 1 : 0,
  }));
}

type Span = {
  at: Date;
  checks: number;
  up: number;
  counted: number;
  countedUp: number;
  average: number | null;
  max: number | null;
};

async function averages(
  db: Queries,
  monitorId: number,
  { from, to, points }: Range,
  now: Date,
): Promise<{ points: Point[]; step: number }> {
  // One less: a span that begins before `from` holds its first results.
  const step = Math.max(1, (to.getTime() - from.getTime()) / 1000 / Math.max(1, points - 1));
  const raw = from.getTime() >= rawSince(now) && step < fine;
  const resolution = from.getTime() >= now.getTime() - kept.fine ? fine : coarse;
  const width = raw ? Math.ceil(step) : Math.ceil(step / resolution) * resolution;
  const begin = from.toISOString();
  const end = to.toISOString();
  const { rows } = await db.execute<Span>(sql`
    with mark as (
      select coalesce(max(through), '-infinity'::timestamptz) as through from monitor_rollup_mark where resolution = ${raw ? 0 : resolution}
    ), part as (
      select r.at, r.checks, r.up, r.timed, r.response_sum, r.response_max, r.maintenance_checks, r.maintenance_up
      from monitor_rollup r, mark
      where r.monitor_id = ${monitorId} and r.resolution = ${resolution} and r.at >= ${begin} and r.at <= ${end} and r.at < mark.through
      union all
      select r.at, 1, r.ok::int, (r.response_time is not null)::int, coalesce(r.response_time, 0), r.response_time,
        r.maintenance::int, (r.maintenance and r.ok)::int from monitor_result r, mark
      where r.monitor_id = ${monitorId} and r.at >= ${begin} and r.at <= ${end} and r.at >= mark.through
    )
    select date_bin(make_interval(secs => ${width}), at, 'epoch'::timestamptz) as at, sum(checks)::int as checks, sum(up)::int as up,
      sum(checks - maintenance_checks)::int as counted, sum(up - maintenance_up)::int as "countedUp",
      sum(response_sum)::float8 / nullif(sum(timed), 0) as average, max(response_max)::float8 as max
    from part group by 1 order by 1`);
  const spans = rows.map(({ at, checks, up, counted, countedUp, average, max }) => ({
    at: new Date(at).toISOString(),
    responseTime: average,
    max,
    up: up / checks,
    checks,
    counted,
    countedUp,
  }));
  return { points: spans, step: width };
}
