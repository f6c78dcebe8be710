import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { MonitorRow } from '#api/contract/monitors.ts';

/** Checks in a heartbeat bar. */
const beatsShown = 30;

/** The latest checks of a monitor as arrays alike in length, so that a list of a hundred monitors stays small. */
export const latestBeats = (monitorId: SQLWrapper): SQL<Static<typeof MonitorRow>['beats']> => sql`(
  select json_build_object(
    'at', coalesce(json_agg(floor(extract(epoch from b.at))::int8 order by b.at), '[]'),
    'states', coalesce(string_agg(
      case when b.maintained then case when b.ok then 'U' else 'D' end when b.ok then 'u' else 'd' end, '' order by b.at), ''),
    'responseTimes', coalesce(json_agg(round(b.response_time::numeric, 2) order by b.at), '[]'))
  from (
    select r.at, r.ok, r.response_time, exists (
      select 1 from maintenance_window w where w.node_id = ${monitorId} and w.starts_at <= r.at
        and (w.ends_at is null or w.ends_at > r.at)) as maintained
    from monitor_result r where r.monitor_id = ${monitorId} order by r.at desc limit ${beatsShown}) b)`;
