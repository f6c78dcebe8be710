import { sql } from 'drizzle-orm';
import type { Database, Queries } from '../../database/database.ts';
import type { AlertChange, CheckRecord } from './check-record.ts';

/** What raising and resetting an alert entails beyond its row. */
export interface AlertWork {
  raise(
    tx: Queries,
    conditionId: number,
    change: Omit<AlertChange, 'change'>,
    when: Pick<CheckRecord, 'at'>,
  ): Promise<void>;
  reset(
    tx: Queries,
    conditionId: number,
    change: Pick<AlertChange, 'kind'>,
    when: Pick<CheckRecord, 'at'>,
  ): Promise<void>;
  /** Notes an alert that maintenance kept from being raised. */
  hold(
    tx: Queries,
    conditionId: number,
    change: Omit<AlertChange, 'change'>,
    when: Pick<CheckRecord, 'at'>,
  ): Promise<void>;
  /** Tells what was not told during maintenance that is over. */
  settle(tx: Queries, record: Pick<CheckRecord, 'monitorId' | 'at'>): Promise<void>;
}

/**
 * Stores a batch in one transaction and answers how many of it were stored. Checks of monitors that are gone, or
 * whose shard another process has taken over meanwhile, are dropped: that process ran them itself.
 */
export async function storeRecords(
  database: Database,
  worker: string,
  records: readonly CheckRecord[],
  alerts: AlertWork,
): Promise<number> {
  if (records.every(({ moves, settles }) => moves.length === 0 && !settles))
    return (await insertRecords(database, worker, records)).size;
  return database.transaction(async (tx) => {
    const stored = await insertRecords(tx, worker, records);
    const kept = records.filter(({ monitorId }) => stored.has(monitorId));
    await updateConditions(tx, kept);
    for (const record of kept) {
      for (const { id, changes } of record.moves)
        for (const each of changes) await workOf(alerts, each.change)(tx, id, each, record);
      if (record.settles) await alerts.settle(tx, record);
    }
    return stored.size;
  });
}

function workOf(alerts: AlertWork, change: AlertChange['change']): AlertWork['raise'] {
  switch (change) {
    case 'raised':
      return alerts.raise;
    case 'reset':
      return alerts.reset;
    case 'held':
      return alerts.hold;
  }
}

/** One statement, whatever the number of records. */
async function insertRecords(db: Queries, worker: string, records: readonly CheckRecord[]): Promise<Set<number>> {
  const rows = records.map(({ monitorId, at, since, turned, outcome, maintenance }) => ({
    m: monitorId,
    at: iso(at),
    since: iso(since),
    turned,
    ok: outcome.ok,
    rt: outcome.responseTime,
    e: outcome.error,
    msg: outcome.message,
    sc: outcome.statusCode,
    facts: outcome.facts,
    w: maintenance,
    detail: outcome.detail,
  }));
  const { rows: stored } = await db.execute<{ m: number }>(sql`
    with incoming as materialized (
      select r.* from json_to_recordset(${JSON.stringify(rows)}::json) as r(m int, at timestamptz, since timestamptz, turned boolean,
        ok boolean, rt real, e text, msg text, sc int, facts jsonb, w boolean, detail jsonb)
      join cloud_monitor c on c.node_id = r.m and c.enabled
      join monitor_shard s on s.shard = c.shard and s.owner = ${worker}
      for share of s
    ), latest as (
      select distinct on (m) * from incoming order by m, at desc
    ), result as (
      insert into monitor_result (monitor_id, at, ok, response_time, error, status_code, facts, maintenance)
      select m, at, ok, rt, e, sc, facts, w from incoming on conflict do nothing
    ), state as (
      insert into monitor_state (monitor_id, checked_at, ok, since, response_time, error, message, status_code, detail)
      select m, at, ok, since, rt, e, msg, sc, detail from latest
      on conflict (monitor_id) do update set checked_at = excluded.checked_at, ok = excluded.ok, since = excluded.since,
        response_time = excluded.response_time, error = excluded.error, message = excluded.message,
        status_code = excluded.status_code, detail = excluded.detail
    ), up as (
      update node set is_up = latest.ok, is_down = not latest.ok, last_seen_at = case when latest.ok then latest.at else node.last_seen_at end
      from latest where node.id = latest.m and latest.turned
    )
    select distinct m from incoming`);
  return new Set(stored.map(({ m }) => m));
}

async function updateConditions(tx: Queries, records: readonly CheckRecord[]): Promise<void> {
  // The last move of a condition in the batch is where it stands.
  const latest = new Map(records.flatMap(({ moves }) => moves.map((move) => [move.id, move] as const)));
  const rows = [...latest.values()].map((move) => ({
    id: move.id,
    f: move.failures,
    l: iso(move.lastFailureAt),
    r: iso(move.raisedAt),
    u: move.unanswered,
    ur: iso(move.unansweredRaisedAt),
    why: move.unansweredReason,
  }));
  await tx.execute(sql`
    update monitor_condition c set failures = x.f, last_failure_at = x.l, raised_at = x.r,
      unanswered = x.u, unanswered_raised_at = x.ur, unanswered_reason = x.why
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as x(id int, f int, l timestamptz, r timestamptz, u int, ur timestamptz, why text) where c.id = x.id`);
}

function iso(milliseconds: number): string;
function iso(milliseconds: number | undefined): string | undefined;
function iso(milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined ? undefined : new Date(milliseconds).toISOString();
}
