import { sql, type SQL } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import type { StoredConfig } from './checks/check.ts';
import { isCheckType, type CheckType } from './checks/registry.ts';
import type { ConditionName, Silence, Standing } from './conditions/condition.ts';
import { isConditionName } from './types/registry.ts';
import { isStandingNodeId } from '../access/visibility.ts';

/** A condition of a monitor that is being run. */
interface WatchedCondition extends Standing, Silence {
  id: number;
  type: ConditionName;
  parameters: Readonly<Record<string, unknown>>;
  runCount: number;
  resetThreshold: number;
}

/** The maintenance of a monitor that is active or coming; times in milliseconds since 1970, `until` infinite for never. */
interface HeldWindow {
  from: number;
  until: number;
  /** No alert is raised. */
  holdsAlerts: boolean;
}

/** What a process holds in memory of each monitor that it runs: as little as a check needs. */
export interface Monitored {
  id: number;
  shard: number;
  type: CheckType;
  frequencyMs: number;
  timeoutMs: number;
  config: StoredConfig;
  /** Undefined until the first check. Times in milliseconds since 1970. */
  checkedAt: number | undefined;
  ok: boolean | undefined;
  since: number | undefined;
  conditions: WatchedCondition[];
  maintenance: HeldWindow | undefined;
  /** Maintenance may have kept something from being told. */
  owes: boolean;
}

/** The maintenance of the monitor at this time: windows begin and end by themselves. */
export function coveringWindow({ maintenance }: Monitored, at: number): HeldWindow | undefined {
  return maintenance && maintenance.from <= at && at < maintenance.until ? maintenance : undefined;
}

type Row = Record<string, unknown> & {
  id: number;
  shard: number;
  type: string;
  frequency: number;
  timeout: number;
  config: Record<string, unknown>;
  checkedAt: number | null;
  ok: boolean | null;
  since: number | null;
  maintenance: { from: number; until: number | null; holdsAlerts: boolean } | null;
  owes: boolean;
  conditions: {
    id: number;
    type: string;
    parameters: Record<string, unknown>;
    resetThreshold: number;
    failures: number;
    lastFailureAt: number | null;
    raisedAt: number | null;
    unanswered: number;
    unansweredRaisedAt: number | null;
    unansweredReason: string | null;
  }[];
};

export const inShards = (shards: readonly number[]): SQL =>
  sql`m.shard in (select json_array_elements_text(${JSON.stringify(shards)}::json)::int)`;
export const withIds = (ids: readonly number[]): SQL =>
  sql`m.node_id in (select json_array_elements_text(${JSON.stringify(ids)}::json)::int)`;

/** The enabled monitors of the selection, as they stand in the database. */
export async function loadMonitored(db: Queries, where: SQL): Promise<Monitored[]> {
  const { rows } = await db.execute<Row>(sql`
    select m.node_id as id, m.shard, m.monitor_type as type, m.frequency, m.timeout, m.config, s.ok,
      extract(epoch from s.checked_at)::float8 * 1000 as "checkedAt", extract(epoch from s.since)::float8 * 1000 as since,
      coalesce(c.conditions, '[]') as conditions, w.maintenance,
      exists (select 1 from alert a where a.monitor_id = m.node_id
        and (a.technicians_owed is not null or a.channels_owed is not null)) as owes
    from cloud_monitor m
    left join monitor_state s on s.monitor_id = m.node_id
    left join lateral (
      select json_agg(json_build_object('id', c.id, 'type', c.type, 'parameters', c.parameters, 'resetThreshold', c.reset_threshold,
        'failures', c.failures, 'lastFailureAt', extract(epoch from c.last_failure_at) * 1000, 'raisedAt', extract(epoch from c.raised_at) * 1000,
        'unanswered', c.unanswered, 'unansweredRaisedAt', extract(epoch from c.unanswered_raised_at) * 1000,
        'unansweredReason', c.unanswered_reason)
        order by c.position) as conditions
      from monitor_condition c where c.monitor_id = m.node_id and c.enabled
    ) c on true
    left join lateral (
      select json_build_object('from', extract(epoch from w.starts_at) * 1000, 'until', extract(epoch from w.ends_at) * 1000,
        'holdsAlerts', w.options -> 'alerts') as maintenance
      from maintenance_window w where w.node_id = m.node_id and (w.ends_at is null or w.ends_at > now())
    ) w on true
    where m.enabled and ${isStandingNodeId(sql.raw('m.node_id'))} and ${where}`);
  return rows.flatMap((row) => (isCheckType(row.type) ? [monitored(row, row.type)] : []));
}

function monitored(row: Row, type: CheckType): Monitored {
  return {
    id: row.id,
    shard: row.shard,
    type,
    frequencyMs: row.frequency * 1000,
    timeoutMs: row.timeout * 1000,
    config: row.config,
    checkedAt: instant(row.checkedAt),
    ok: row.ok ?? undefined,
    since: instant(row.since),
    maintenance: row.maintenance
      ? { ...row.maintenance, until: row.maintenance.until ?? Number.POSITIVE_INFINITY }
      : undefined,
    owes: row.owes,
    conditions: row.conditions.flatMap(({ type, ...condition }) => {
      if (!isConditionName(type)) return [];
      const { parameters } = condition;
      return [
        {
          ...condition,
          type,
          runCount: typeof parameters['runCount'] === 'number' ? parameters['runCount'] : 1,
          lastFailureAt: instant(condition.lastFailureAt),
          raisedAt: instant(condition.raisedAt),
          unansweredRaisedAt: instant(condition.unansweredRaisedAt),
          unansweredReason: condition.unansweredReason ?? undefined,
        },
      ];
    }),
  };
}

const instant = (milliseconds: number | null): number | undefined =>
  milliseconds === null ? undefined : Math.round(milliseconds);
