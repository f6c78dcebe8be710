import { sql } from 'drizzle-orm';
import type { PollResult } from '#api/contract/agent-methods/polling.ts';
import type { Queries } from '../database/database.ts';
import { nmsNodeType } from '../nodes/node-types.ts';
import { isStandingNode } from '../access/visibility.ts';

/** A device is offline once it has not answered so many polls in a row. */
const FAILURES_UNTIL_OFFLINE = 2;

/** Stores what the polls of these devices said. Returns the devices that came online or went offline. */
export async function storePolls(db: Queries, results: readonly PollResult[], now: Date): Promise<number[]> {
  const rows = results.map(({ nodeId, answered, pingMS, received, upSeconds }) => ({
    n: nodeId,
    a: answered,
    rt: pingMS,
    rc: received,
    b: upSeconds === null ? null : new Date(now.getTime() - upSeconds * 1000).toISOString(),
  }));
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows: turned } = await db.execute<{ id: number }>(sql`
    with incoming as (
      select r.*, r.a is not null as ok from json_to_recordset(${JSON.stringify(rows)}::json)
        as r(n int, a text, rt real, rc smallint, b timestamptz)
    ), locked as materialized (
      select id, is_up, is_down from node where id in (select n from incoming) and node_type = ${nmsNodeType}
      order by id for no key update
    ), judged as (
      select i.*, case when i.ok then 0 else least(p.failures + 1, 1000) end as failures, p.polled_at as before,
        case when i.ok then not l.is_up else not l.is_down and p.failures + 1 >= ${FAILURES_UNTIL_OFFLINE} end as turned
      from incoming i join locked l on l.id = i.n join device_poll p on p.node_id = i.n
    ), result as (
      insert into monitor_result (monitor_id, at, ok, response_time) select n, ${at}, ok, rt from judged on conflict do nothing
    ), state as (
      update device_poll p set polled_at = ${at}, failures = j.failures, answered = j.a, ping_ms = j.rt, received = j.rc,
        booted_at = j.b,
        since = case when not j.turned then p.since when j.ok then ${at} else coalesce(j.before, ${at}) end
      from judged j where p.node_id = j.n
    ), up as (
      update node set is_up = case when j.turned then j.ok else node.is_up end,
        is_down = case when j.turned then not j.ok else node.is_down end,
        last_seen_at = case when j.ok then ${at} else node.last_seen_at end
      from judged j where node.id = j.n and (j.ok or j.turned)
    )
    select n as id from judged where turned`);
  return turned.map(({ id }) => id);
}

/** Devices that nobody has polled since then are neither online nor offline. Returns those that were. */
export async function markUnpolled(db: Queries, before: Date): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with stale as materialized (
      select n.id from node n join device_poll p on p.node_id = n.id
      where n.node_type = ${nmsNodeType} and (n.is_up or n.is_down) and p.polled_at < ${before.toISOString()}
        and ${isStandingNode('n')}
      order by n.id for no key update of n
    )
    update node set is_up = false, is_down = false from stale where node.id = stale.id returning node.id`);
  return rows.map(({ id }) => id);
}
