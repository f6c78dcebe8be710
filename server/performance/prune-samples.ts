import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { coarse, fine, kept } from '../monitors/results/rollup.ts';

/** Series whose history is pruned by one statement: a short one, so that nothing waits for it. */
const batch = 500;

/** Removes samples older than they are kept for, and the series of volumes that are reported no more. */
export async function pruneSamples(database: Database, now: Date): Promise<void> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();
  await database.execute(sql`delete from performance_series where kind = 'VOLUME' and at < ${before(kept.fine)}`);
  for (let after = 0; ;) {
    const { rows } = await database.execute<{ id: number }>(sql`
      select id from performance_series where id > ${after} order by id limit ${batch}`);
    const ids = JSON.stringify(rows.map(({ id }) => id));
    const each = sql`(select json_array_elements_text(${ids}::json)::int)`;
    await database.execute(sql`delete from performance_sample where series_id in ${each} and at < ${before(kept.raw)}`);
    await database.execute(sql`
      delete from performance_rollup where series_id in ${each} and ((resolution = ${fine} and at < ${before(kept.fine)})
        or (resolution = ${coarse} and at < ${before(kept.coarse)}))`);
    const last = rows.at(-1);
    if (rows.length < batch || last === undefined) return;
    after = last.id;
  }
}
