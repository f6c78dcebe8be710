import { sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { responds } from '../responding.ts';
import type { ScanRow } from './read-scans.ts';

/** A host that no earlier run of the scan knew. */
export type FoundHost = Record<string, unknown> & { id: number; ip: string; name: string; vendor: string };

/** Hosts of one scan that are remembered: addresses of phones change with every visit. Those that were seen last stay. */
const mostHosts = 20_000;

/**
 * Remembers the hosts that responded to a run. One is known where an earlier run knows its MAC address, or where not both know a MAC address and the
 * IP address is one. Unless the run is the baseline, others are new, but for those that are devices of the organization.
 */
export async function recordHosts(
  db: Queries,
  { scan: { id, hasBaseline }, runId }: { scan: ScanRow; runId: string },
  now: Date,
): Promise<{ responding: number; found: FoundHost[] }> {
  const at = sql`${now.toISOString()}::timestamptz`;
  // Once for each MAC address: one host may answer at several addresses.
  const hosts = sql`(
    select distinct on (coalesce(nullif(data ->> 'mac', ''), key)) key as ip, coalesce(data ->> 'mac', '') as mac,
      coalesce(data ->> 'name', '') as name, coalesce(data ->> 'vendor', '') as vendor, data ->> 'nodeId' is not null as added
    from run_item where run_id = ${runId} and ${responds(sql`data`)} order by coalesce(nullif(data ->> 'mac', ''), key), data ->> 'nodeId' is null, seq)`;
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from run_item where run_id = ${runId} and ${responds(sql`data`)}`);
  await db.execute(sql`
    update network_scan_host h set ip = f.ip, name = f.name, vendor = f.vendor, last_seen_at = ${at}
    from ${hosts} f where h.scan_id = ${id} and f.mac <> '' and h.mac = f.mac`);
  await db.execute(sql`
    update network_scan_host h set name = f.name, vendor = f.vendor, last_seen_at = ${at},
      mac = case when h.mac = '' then f.mac else h.mac end
    from ${hosts} f where h.scan_id = ${id} and h.ip = f.ip and (h.mac = '' or f.mac = '')
      and not exists (select 1 from network_scan_host o where o.scan_id = ${id} and f.mac <> '' and o.mac = f.mac)`);
  const { rows: found } = await db.execute<FoundHost>(sql`
    insert into network_scan_host (scan_id, ip, mac, name, vendor, found_by, is_new, first_seen_at, last_seen_at)
    select ${id}, f.ip, f.mac, f.name, f.vendor, case when ${hasBaseline} and not f.added then ${runId}::uuid end,
      ${hasBaseline} and not f.added, ${at}, ${at}
    from ${hosts} f
    where not exists (select 1 from network_scan_host h where h.scan_id = ${id} and f.mac <> '' and h.mac = f.mac)
      and not exists (select 1 from network_scan_host h where h.scan_id = ${id} and h.ip = f.ip and (h.mac = '' or f.mac = ''))
    order by f.ip
    returning id, ip, name, vendor, is_new as "isNew"`);
  await db.execute(sql`
    delete from network_scan_host where scan_id = ${id} and id in (
      select id from network_scan_host where scan_id = ${id} order by last_seen_at desc, id desc offset ${mostHosts})`);
  return { responding: rows[0]?.count ?? 0, found: found.filter((host) => host['isNew'] === true) };
}
