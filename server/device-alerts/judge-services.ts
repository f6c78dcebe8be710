import { sql } from 'drizzle-orm';
import { isStandingNode } from '../access/visibility.ts';
import type { Queries } from '../database/database.ts';
import { conditionColumns, conditionMoved, mostNamed, toStanding, type ConditionRow, type Judged } from './judge.ts';
import { minutesText } from './rules.ts';

type Row = ConditionRow & { stopped: boolean; names: string[] | null; total: number | null };

/**
 * Devices of which a watched service is stopped for its minutes. A device that is offline, or reports no services, is left as it
 * stands. A service that starts automatically counts when it failed, or stopped after it was seen running: many do their work once
 * and end. Once raised, a condition fails as long as any watched service is stopped.
 */
export async function judgeServices(tx: Queries, now: Date): Promise<Judged[]> {
  const at = now.toISOString();
  const long = sql`s.since <= ${at}::timestamptz - make_interval(mins => (c.parameters ->> 'minutes')::int)`;
  const { rows } = await tx.execute<Row>(sql`
    with found as (
      select c.id, bool_or(${long}) as long, (count(*) filter (where ${long}))::int as total,
        (array_agg(s.name || case when s.state = 'FAILED' then ' (failed)' else '' end order by s.name) filter (where ${long}))[1:${mostNamed}] as names
      from monitor_condition c join device_service s on s.node_id = c.monitor_id and s.state in ('STOPPED', 'FAILED')
      where c.type = 'DeviceService' and c.enabled and case when c.parameters ? 'names'
        then c.parameters -> 'names' ? lower(s.name)
        else s.start = 'AUTOMATIC' and (s.state = 'FAILED' or s.ran) end
      group by c.id
    )
    select ${conditionColumns(now)}, f.id is not null and (c.raised_at is not null or f.long) as stopped, f.names, f.total
    from monitor_condition c join node n on n.id = c.monitor_id and n.is_up
    join device_service_list l on l.node_id = c.monitor_id and l.manager <> 'NONE' left join found f on f.id = c.id
    where c.type = 'DeviceService' and c.enabled and (f.long or ${conditionMoved}) and ${isStandingNode('n')} order by c.id`);
  return rows.map((row) => ({ ...toStanding(row), failed: row.stopped, message: messageOf(row) }));
}

function messageOf({ names, total, parameters }: Row): string {
  const shown = names ?? [];
  const rest = (total ?? 0) > shown.length ? ` and ${(total ?? 0) - shown.length} more` : '';
  return `Stopped for ${minutesText(parameters.minutes)}: ${shown.join(', ')}${rest}.`;
}
