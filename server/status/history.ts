import { sql } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { coarse, fine } from '../monitors/results/rollup.ts';

/** Checks of a span outside of maintenance, and how many of them were up. */
export type Counted = { checks: number; up: number };

/**
 * Counts the checks of a page's monitors between the given starts (oldest first; the last span is open), by monitor.
 * Hours where they are rolled up, then five minutes, then single checks: each is counted once.
 */
export async function countChecks(
  db: Queries,
  pageId: number,
  starts: readonly Date[],
): Promise<Map<number, (Counted | undefined)[]>> {
  const [first] = starts;
  const found = new Map<number, (Counted | undefined)[]>();
  if (!first) return found;
  const from = first.toISOString();
  const { rows } = await db.execute<{ monitorId: number; span: number } & Counted>(sql`
    with chosen as (select monitor_id from status_page_monitor where page_id = ${pageId}),
    mark as (
      select coalesce(max(through) filter (where resolution = ${coarse}), '-infinity'::timestamptz) as hours,
        coalesce(max(through) filter (where resolution = ${fine}), '-infinity'::timestamptz) as minutes
      from monitor_rollup_mark
    ), part as (
      select r.monitor_id, r.at, r.checks - r.maintenance_checks as checks, r.up - r.maintenance_up as up from chosen join monitor_rollup r using (monitor_id), mark
      where r.resolution = ${coarse} and r.at >= ${from} and r.at < mark.hours
      union all
      select r.monitor_id, r.at, r.checks - r.maintenance_checks, r.up - r.maintenance_up from chosen join monitor_rollup r using (monitor_id), mark
      where r.resolution = ${fine} and r.at >= greatest(${from}::timestamptz, mark.hours) and r.at < mark.minutes
      union all
      select r.monitor_id, r.at, 1, r.ok::int from chosen join monitor_result r using (monitor_id), mark
      where r.at >= greatest(${from}::timestamptz, mark.minutes) and not r.maintenance
    )
    select monitor_id as "monitorId", sum(checks)::int as checks, sum(up)::int as up,
      width_bucket(at, array(select value::timestamptz from json_array_elements_text(${JSON.stringify(starts)}::json))) as span
    from part group by monitor_id, span`);
  for (const { monitorId, span, checks, up } of rows) {
    const counted = found.get(monitorId) ?? Array.from({ length: starts.length }, () => undefined);
    counted[span - 1] = { checks, up };
    found.set(monitorId, counted);
  }
  return found;
}

/** 0 to 1; null where nothing was checked. */
export function shareOf({ checks, up }: Counted): number | null {
  return checks === 0 ? null : up / checks;
}

export function together(spans: readonly (Counted | undefined)[]): Counted {
  return {
    checks: spans.reduce((sum, each) => sum + (each?.checks ?? 0), 0),
    up: spans.reduce((sum, each) => sum + (each?.up ?? 0), 0),
  };
}
