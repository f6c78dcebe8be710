import { sql } from 'drizzle-orm';
import type { Database, Queries } from '../../database/database.ts';

/** Seconds of a fine bucket and of a coarse one. */
export const fine = 300;
export const coarse = 3600;

const hour = 3_600_000;
const day = 24 * hour;
/** How long each kind of history is kept, in milliseconds. */
export const kept = { raw: 48 * hour, fine: 30 * day, coarse: 396 * day };

/** Results may come in this long after their time (a process that was cut off), in milliseconds; they are counted then. */
const settling = 30_000;
/** Buckets before the mark that are counted again, for those that came later still. */
const again = 2;

/** What has results: monitors, and devices that are polled. */
const keepers = sql`(select node_id from cloud_monitor union all select node_id from device_poll)`;

/**
 * Rolls finished buckets up: raw results into five minutes, those into hours. One process at a time does it; a bucket is
 * counted anew from its source, so that doing it twice changes nothing.
 */
export async function rollUp(database: Database, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await alone(tx))) return;
    await advance(
      tx,
      fine,
      now,
      (from, to) => sql`
      insert into monitor_rollup (monitor_id, resolution, at, checks, up, timed, response_sum, response_max, maintenance_checks, maintenance_up)
      select c.node_id, ${fine}::smallint, r.at, r.checks, r.up, r.timed, r.response_sum, r.response_max, r.maintenance_checks, r.maintenance_up
      from ${keepers} c cross join lateral (
        select date_bin(make_interval(secs => ${fine}), at, 'epoch') as at, count(*) as checks, count(*) filter (where ok) as up,
          count(response_time) as timed, coalesce(sum(response_time), 0) as response_sum, max(response_time) as response_max,
          count(*) filter (where maintenance) as maintenance_checks, count(*) filter (where maintenance and ok) as maintenance_up
        from monitor_result where monitor_id = c.node_id and at >= ${from} and at < ${to} group by 1
      ) r ${replacing}`,
    );
    await advance(
      tx,
      coarse,
      now,
      (from, to) => sql`
      insert into monitor_rollup (monitor_id, resolution, at, checks, up, timed, response_sum, response_max, maintenance_checks, maintenance_up)
      select c.node_id, ${coarse}::smallint, r.at, r.checks, r.up, r.timed, r.response_sum, r.response_max, r.maintenance_checks, r.maintenance_up
      from ${keepers} c cross join lateral (
        select date_bin(make_interval(secs => ${coarse}), at, 'epoch') as at, sum(checks) as checks, sum(up) as up,
          sum(timed) as timed, sum(response_sum) as response_sum, max(response_max) as response_max,
          sum(maintenance_checks) as maintenance_checks, sum(maintenance_up) as maintenance_up
        from monitor_rollup where monitor_id = c.node_id and resolution = ${fine} and at >= ${from} and at < ${to} group by 1
      ) r ${replacing}`,
    );
  });
}

const replacing = sql`on conflict (monitor_id, resolution, at) do update set checks = excluded.checks, up = excluded.up,
  timed = excluded.timed, response_sum = excluded.response_sum, response_max = excluded.response_max,
  maintenance_checks = excluded.maintenance_checks, maintenance_up = excluded.maintenance_up`;

async function advance(
  tx: Queries,
  resolution: number,
  now: Date,
  count: (from: string, to: string) => ReturnType<typeof sql>,
): Promise<void> {
  const width = resolution * 1000;
  const to = Math.floor((now.getTime() - settling) / width) * width;
  const { rows } = await tx.execute<{ through: number }>(sql`
    select extract(epoch from through)::float8 * 1000 as through from monitor_rollup_mark where resolution = ${resolution}`);
  // The first time there is nothing older than what raw results are kept for.
  const through = rows[0]?.through ?? Math.floor((now.getTime() - kept.raw) / width) * width;
  if (through >= to) return;
  await tx.execute(count(new Date(through - again * width).toISOString(), new Date(to).toISOString()));
  await tx.execute(sql`
    insert into monitor_rollup_mark (resolution, through) values (${resolution}, ${new Date(to).toISOString()})
    on conflict (resolution) do update set through = excluded.through`);
}

/** Monitors whose history is pruned by one statement: a short one, so that nothing waits for it. */
const pruneBatch = 200;

/** Removes what is older than it is kept for, and history without a monitor. Only what has been rolled up goes. */
export async function prune(database: Database, now: Date): Promise<void> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();
  const { rows } = await database.execute<{ id: number }>(sql`select node_id as id from ${keepers} c order by node_id`);
  for (let start = 0; start < rows.length; start += pruneBatch) {
    const ids = JSON.stringify(rows.slice(start, start + pruneBatch).map(({ id }) => id));
    const each = sql`(select json_array_elements_text(${ids}::json)::int)`;
    await database.execute(sql`
      delete from monitor_result where monitor_id in ${each} and at < least(${before(kept.raw)}::timestamptz,
        coalesce((select through from monitor_rollup_mark where resolution = ${fine}), '-infinity'))`);
    await database.execute(sql`
      delete from monitor_rollup where monitor_id in ${each} and ((resolution = ${fine} and at < ${before(kept.fine)})
        or (resolution = ${coarse} and at < ${before(kept.coarse)}))`);
    await database.execute(sql`
      delete from maintenance_window where node_id in ${each} and ends_at < ${before(kept.coarse)}`);
  }
  await sweep(database);
}

/** A check that was under way while its monitor was deleted may have been stored after it. */
async function sweep(database: Database): Promise<void> {
  for (const table of [sql`monitor_result`, sql`monitor_rollup`]) {
    // Jumps from monitor to monitor along the key instead of reading every row.
    await database.execute(sql`
      with recursive known as (
        (select monitor_id from ${table} order by monitor_id limit 1)
        union all
        select (select t.monitor_id from ${table} t where t.monitor_id > known.monitor_id order by t.monitor_id limit 1)
        from known where known.monitor_id is not null
      )
      delete from ${table} where monitor_id in (
        select k.monitor_id from known k left join ${keepers} c on c.node_id = k.monitor_id
        where k.monitor_id is not null and c.node_id is null)`);
  }
}

/** Every history of these monitors, for their deletion. */
export async function dropHistory(db: Queries, monitorIds: readonly number[]): Promise<void> {
  const each = sql`(select json_array_elements_text(${JSON.stringify(monitorIds)}::json)::int)`;
  await db.execute(sql`delete from monitor_result where monitor_id in ${each}`);
  await db.execute(sql`delete from monitor_rollup where monitor_id in ${each}`);
}

/** Holds the others off until the transaction ends; false when another is at it. */
async function alone(tx: Queries): Promise<boolean> {
  const { rows } = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('cairn.monitor.rollup')) as mine`,
  );
  return rows[0]?.mine === true;
}
