import { sql } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { kindOf, minutesText, type DeviceConditionType } from './rules.ts';
import { isStandingNode, isStandingNodeId } from '../access/visibility.ts';

/** A condition that may move now: what was found, and where it stands. */
export interface Judged {
  id: number;
  /** Whether it counts as a failure now. */
  failed: boolean;
  /** What its alert says. */
  message: string;
  failures: number;
  lastFailureAt: number | undefined;
  raisedAt: number | undefined;
  resetThreshold: number;
  /** The device's maintenance keeps it from raising its alert. */
  held: boolean;
}

/** A condition of a device as a look reads it. */
export type ConditionRow = Record<string, unknown> & {
  id: number;
  type: DeviceConditionType;
  parameters: { minutes: number; share?: number };
  resetThreshold: number;
  failures: number;
  lastFailureAt: string | null;
  raisedAt: string | null;
  held: boolean;
};
export const conditionColumns = (
  now: Date,
) => sql`c.id, c.type, c.parameters, c.reset_threshold as "resetThreshold", c.failures,
  c.last_failure_at as "lastFailureAt", c.raised_at as "raisedAt", exists (
    select 1 from maintenance_window w where w.node_id = c.monitor_id and w.starts_at <= ${now.toISOString()}
      and (w.ends_at is null or w.ends_at > ${now.toISOString()}) and (w.options ->> 'alerts')::boolean) as held`;
export const conditionMoved = sql`(c.raised_at is not null or c.failures > 0)`;

const minute = 60_000;
const millis = (instant: string | null) => (instant === null ? undefined : Date.parse(instant));
export const toStanding = ({ id, failures, lastFailureAt, raisedAt, resetThreshold, held }: ConditionRow) => ({
  id,
  held,
  failures,
  resetThreshold,
  lastFailureAt: millis(lastFailureAt),
  raisedAt: millis(raisedAt),
});

/** Devices that are offline for their minutes, counted from when servers began to listen where that was later. */
export async function judgeOffline(tx: Queries, listeningSince: Date, now: Date): Promise<Judged[]> {
  const { rows } = await tx.execute<ConditionRow & { down: boolean; seen: string }>(sql`
    select ${conditionColumns(now)}, n.is_down as down, a.last_seen_at as seen
    from monitor_condition c join node n on n.id = c.monitor_id join agent a on a.node_id = n.id
    where c.type = 'DeviceOffline' and c.enabled and (n.is_down or ${conditionMoved}) and ${isStandingNode('n')} order by c.id`);
  return rows.map((row) => {
    const seen = Date.parse(row.seen);
    const offlineFor = now.getTime() - Math.max(seen, listeningSince.getTime());
    const long = offlineFor >= row.parameters.minutes * minute;
    const message = `No connection for ${minutesText(Math.floor((now.getTime() - seen) / minute))}.`;
    return { ...toStanding(row), failed: row.down && (row.raisedAt !== null || long), message };
  });
}

/** A sample this old says nothing about the load now. */
const freshMinutes = 3;
/** The part of the samples of its minutes that must be there, the first among them: a few get lost. */
const coverage = 0.8;
/** Volumes or services that a message names. */
export const mostNamed = 5;

type ShareRow = ConditionRow & {
  /** The latest sample of a series is above the share. */
  above: boolean;
  /** So were all of its minutes. */
  exceeded: boolean;
  names: string[] | null;
  shares: number[] | null;
};

/**
 * Devices of which something is above its share for its minutes. A device without fresh samples is left as it stands: nobody
 * knows its load. Once raised, a condition fails as long as the latest sample is above.
 */
export async function judgeShares(tx: Queries, now: Date): Promise<Judged[]> {
  const at = now.toISOString();
  const kinds = JSON.stringify(Object.entries(kindOf).map(([type, kind]) => ({ type, kind })));
  const share = sql`((c.parameters ->> 'share')::real / 100)::real`;
  const minutes = sql`(c.parameters ->> 'minutes')::int`;
  const fresh = sql`${at}::timestamptz - make_interval(mins => ${freshMinutes})`;
  const { rows } = await tx.execute<ShareRow>(sql`
    with latest as (
      select node_id, max(at) as at from performance_series where at >= ${fresh} group by node_id
    ), found as (
      select c.id, s.name, s.value, coalesce(w.samples >= ${coverage}::float8 * ${minutes} and w.least > ${share}
          and w.first <= s.at - make_interval(mins => ${minutes} - 1), false) as exceeded
      from monitor_condition c
      join json_to_recordset(${kinds}::json) as k(type text, kind text) on k.type = c.type
      join latest l on l.node_id = c.monitor_id
      join performance_series s on s.node_id = c.monitor_id and s.kind = k.kind and s.at >= ${fresh} and s.value > ${share}
      cross join lateral (
        select count(*) as samples, min(p.value) as least, min(p.at) as first from performance_sample p
        where p.series_id = s.id and p.at > s.at - make_interval(mins => ${minutes}) and p.at <= s.at
      ) w
      where c.enabled
    ), per_condition as (
      select id, bool_or(exceeded) as exceeded, array_agg(name order by name) filter (where exceeded) as names,
        array_agg(value::float8 order by name) filter (where exceeded) as shares from found group by id
    )
    select ${conditionColumns(now)}, f.id is not null as above, coalesce(f.exceeded, false) as exceeded, f.names, f.shares
    from monitor_condition c join latest l on l.node_id = c.monitor_id left join per_condition f on f.id = c.id
    where c.enabled and c.type in (select type from json_to_recordset(${kinds}::json) as k(type text)) and (f.exceeded or ${conditionMoved})
      and ${isStandingNodeId(sql.raw('c.monitor_id'))}
    order by c.id`);
  return rows.map((row) => ({
    ...toStanding(row),
    failed: row.raisedAt === null ? row.exceeded : row.above,
    message: messageOf(row),
  }));
}

function messageOf({ type, parameters, names, shares }: ShareRow): string {
  const [first = 0] = shares ?? [];
  const time = minutesText(parameters.minutes);
  if (type === 'DeviceCpu') return `The CPU is ${percent(first)} busy, above ${parameters.share} % for ${time}.`;
  if (type === 'DeviceMemory')
    return `${percent(first)} of the memory is in use, above ${parameters.share} % for ${time}.`;
  const volumes = (names ?? []).map((name, index) => `${name} (${percent(shares?.[index] ?? 0)})`);
  const rest = volumes.length > mostNamed ? ` and ${volumes.length - mostNamed} more` : '';
  return `Above ${parameters.share} % full for ${time}: ${volumes.slice(0, mostNamed).join(', ')}${rest}.`;
}

const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;
