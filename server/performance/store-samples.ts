import { sql } from 'drizzle-orm';
import type { PerformanceReport } from '#api/contract/agent-methods/performance.ts';
import type { Database } from '../database/database.ts';
import { coarse, fine } from '../monitors/results/rollup.ts';
import { placeSamples } from './place-samples.ts';

/** A device with so many series gets no new ones, until those are gone that it reports no more. */
export const mostSeries = 130;

/**
 * Stores what a device reports of its load; false when the device is gone. Each minute is stored once, and counted into its
 * five minutes and its hour by the statement that stores it, so that samples which come a day late count as well.
 */
export async function storeSamples(
  database: Database,
  nodeId: number,
  report: PerformanceReport,
  now: Date,
): Promise<boolean> {
  const rows = placeSamples(report, now).map(({ kind, name, size, at, value }) => ({
    k: kind,
    n: name,
    s: size,
    a: new Date(at).toISOString(),
    v: value,
  }));
  return database.transaction(async (db) => {
    // One report of a device at a time, on whichever server: the number of its series is bounded.
    const { rows: known } = await db.execute(sql`select id from node where id = ${nodeId} for no key update`);
    if (known.length === 0) return false;
    if (rows.length === 0) return true;
    await db.execute(sql`
      with incoming as materialized (
        select distinct on (k, n, a) * from json_to_recordset(${JSON.stringify(rows)}::json)
          as r(k text, n text, s bigint, a timestamptz, v real)
      ), latest as (
        select distinct on (k, n) * from incoming order by k, n, a desc
      ), known as materialized (
        select kind, name from performance_series where node_id = ${nodeId}
      ), series as (
        insert into performance_series as s (node_id, kind, name, size, value, at)
        select ${nodeId}, k, n, s, v, a from latest
        where (select count(*) from known) < ${mostSeries} or (k, n) in (select kind, name from known)
        on conflict (node_id, kind, name) do update set
          size = case when excluded.at >= s.at then excluded.size else s.size end,
          value = case when excluded.at >= s.at then excluded.value else s.value end,
          at = greatest(s.at, excluded.at)
        returning id, kind, name
      ), stored as (
        insert into performance_sample (series_id, at, value)
        select s.id, i.a, i.v from incoming i join series s on s.kind = i.k and s.name = i.n
        on conflict do nothing returning series_id, at, value
      )
      insert into performance_rollup as r (series_id, resolution, at, samples, value_sum, value_max)
      select series_id, width, date_bin(make_interval(secs => width), at, 'epoch'::timestamptz), count(*), sum(value::float8), max(value)
      from stored cross join (values (${fine}::int), (${coarse}::int)) as resolution(width) group by 1, 2, 3
      on conflict (series_id, resolution, at) do update set samples = r.samples + excluded.samples,
        value_sum = r.value_sum + excluded.value_sum, value_max = greatest(r.value_max, excluded.value_max)`);
    return true;
  });
}
