import { sql } from 'drizzle-orm';
import { mostServices, type ServicesReport } from '#api/contract/agent-methods/services.ts';
import { plainText } from '../agents/plain-text.ts';
import type { Database } from '../database/database.ts';

/**
 * Stores what a device reports of its services; `gone` when the device is. A service keeps the time since when it is in its state,
 * across reports of the whole list. What a whole list did not name is forgotten when it is complete.
 */
export async function storeServices(
  database: Database,
  nodeId: number,
  { manager, begins, completes, services, gone }: ServicesReport,
  now: Date,
): Promise<{ gone: boolean; changed: boolean }> {
  const at = now.toISOString();
  const rows = JSON.stringify(
    services.map(({ name, label, state, start }) => ({ n: plainText(name), l: plainText(label), s: state, t: start })),
  );
  return database.transaction(async (tx) => {
    // One report of a device at a time, on whichever server: the number of its services is bounded.
    const { rows: known } = await tx.execute(sql`select id from node where id = ${nodeId} for no key update`);
    if (known.length === 0) return { gone: true, changed: false };
    await tx.execute(sql`
      insert into device_service_list as l (node_id, manager, begun_at, reported_at) values (${nodeId}, ${manager}, ${at}, ${at})
      on conflict (node_id) do update set manager = excluded.manager, reported_at = excluded.reported_at,
        begun_at = case when ${begins} then excluded.begun_at else l.begun_at end`);
    await tx.execute(sql`
      delete from device_service where node_id = ${nodeId} and name in (select json_array_elements_text(${JSON.stringify(gone.map(plainText))}::json))`);
    await tx.execute(sql`
      with incoming as (
        select distinct on (n) * from json_to_recordset(${rows}::json) as r(n text, l text, s text, t text) where n <> ''
      ), had as materialized (select name from device_service where node_id = ${nodeId})
      insert into device_service as d (node_id, name, label, state, start, since, changed, ran, seen_at)
      select ${nodeId}, n, l, s, t, ${at}, false, s = 'RUNNING', ${at} from (
        select i.*, row_number() over (partition by h.name is null order by n) as place, h.name is null as added
        from incoming i left join had h on h.name = i.n
      ) i where not added or place + (select count(*) from had) <= ${mostServices}
      on conflict (node_id, name) do update set label = excluded.label, state = excluded.state, start = excluded.start,
        since = case when d.state = excluded.state then d.since else excluded.since end,
        changed = d.changed or d.state <> excluded.state, ran = d.ran or excluded.ran, seen_at = excluded.seen_at`);
    if (completes)
      await tx.execute(sql`
        delete from device_service s using device_service_list l
        where s.node_id = ${nodeId} and l.node_id = ${nodeId} and s.seen_at < l.begun_at`);
    return { gone: false, changed: completes || !begins };
  });
}
