import { sql, type SQL } from 'drizzle-orm';
import { hostClasses, type ComparedHost, type HostClass } from '#api/contract/discoveries.ts';
import type { QueryOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { CallContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { containing } from '../database/like.ts';
import { placeOfAddress } from '../runs/read-items.ts';
import { requireDiscovery } from './read-discoveries.ts';
import { responds } from './responding.ts';

type Query = QueryOf<Catalogue['compareDiscoveries']>;

/** Compares a discovery with an earlier one of its location. @throws Refused `not_found` */
export async function compareDiscoveries(
  context: Pick<CallContext, 'db' | 'actor' | 'now'>,
  later: string,
  { with: earlier, class: kind, search = '', limit = 100, offset = 0 }: Query,
): Promise<ReplyOf<Catalogue['compareDiscoveries']>> {
  const { db } = context;
  const { locationId } = await requireDiscovery(context, later);
  await requireDiscovery(context, earlier, locationId);
  const filter = { kind, search: search.trim() };
  const { rows } = await db.execute<{ class: HostClass; count: number }>(sql`
    ${comparison(later, earlier)} select class, count(*)::int as count from compared group by class`);
  const countOf = (name: HostClass) => rows.find((row) => row.class === name)?.count ?? 0;
  const { rows: totals } = await db.execute<{ total: number }>(sql`
    ${comparison(later, earlier)} select count(*)::int as total from compared where ${matching(filter)}`);
  return {
    items: await readCompared(db, [later, earlier], filter, { limit, offset }),
    total: totals[0]?.total ?? 0,
    counts: {
      new: countOf('new'),
      gone: countOf('gone'),
      changed: countOf('changed'),
      unchanged: countOf('unchanged'),
    },
    leftOut: await leftOut(db, later, earlier),
  };
}

interface Filter {
  kind?: HostClass | undefined;
  search?: string;
}

/** A page of a comparison: new hosts first, then those that are gone, changed and unchanged, each by address. */
export async function readCompared(
  db: Queries,
  [later, earlier]: readonly [string, string],
  filter: Filter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ComparedHost[]> {
  const order = sql.join(
    hostClasses.map((name, index) => sql`when ${name} then ${index}::int`),
    sql` `,
  );
  const { rows } = await db.execute<Omit<ComparedHost, 'id'> & Record<string, unknown>>(sql`
    ${comparison(later, earlier)}
    select class, ip, name, mac, vendor, os, changes from compared where ${matching(filter)}
    order by case class ${order} end, ${placeOfAddress(sql`ip`)}, ip limit ${limit} offset ${offset}`);
  return rows.map((row, index) => ({ ...row, id: offset + index + 1 }));
}

function matching({ kind, search = '' }: Filter): SQL {
  const pattern = containing(search);
  const named =
    search === ''
      ? sql`true`
      : sql`(ip ilike ${pattern} or name ilike ${pattern} or mac ilike ${pattern} or vendor ilike ${pattern})`;
  return kind === undefined ? named : sql`class = ${kind} and ${named}`;
}

/** Addresses that only one of the two discoveries checked. */
async function leftOut(db: Queries, later: string, earlier: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select key from run_item where run_id in (${later}, ${earlier}) group by key having count(*) = 1) one`);
  return rows[0]?.count ?? 0;
}

/** The hosts that responded to a discovery. A name that is the address is none. */
const hosts = (id: string) => sql`
  select key as ip, coalesce(data ->> 'mac', '') as mac, coalesce(nullif(data ->> 'name', key), '') as name,
    coalesce(data ->> 'model', '') as model, coalesce(data ->> 'vendor', '') as vendor, coalesce(data ->> 'firmware', '') as firmware,
    coalesce(data ->> 'os', '') as os, case when data ->> 'snmpCredentialId' is null then 'no' else 'yes' end as snmp,
    case jsonb_typeof(data -> 'ports') when 'array' then coalesce(
      (select string_agg(port, ', ' order by port::numeric) from jsonb_array_elements_text(data -> 'ports') as port), '') else '' end as ports
  from run_item where run_id = ${id} and ${responds(sql`data`)}`;

/**
 * The table `compared`. A pair is one host in both discoveries: first by MAC address, at the same address where there is one, so that a host with
 * several addresses is paired with itself; then by address, where not both MAC addresses are known. Model, vendor and firmware come by SNMP
 * alone, and are compared where it answered both times.
 */
const comparison = (later: string, earlier: string) => sql`
  with l as materialized (${hosts(later)}), e as materialized (${hosts(earlier)}),
  same as materialized (select l.ip as l, e.ip as e from l join e on e.ip = l.ip and e.mac = l.mac where l.mac <> ''),
  moved as materialized (
    select a.ip as l, b.ip as e
    from (select ip, mac, row_number() over (partition by mac order by ip) as n from l where mac <> '' and ip not in (select l from same)) a
    join (select ip, mac, row_number() over (partition by mac order by ip) as n from e where mac <> '' and ip not in (select e from same)) b
      using (mac, n)),
  by_mac as materialized (select * from same union all select * from moved),
  pair as materialized (
    select * from by_mac union all
    select l.ip, e.ip from l join e on e.ip = l.ip where (l.mac = '' or e.mac = '')
      and l.ip not in (select l from by_mac) and e.ip not in (select e from by_mac)),
  both_found as (
    select l.ip, l.name, l.mac, l.vendor, l.os, (
      select coalesce(jsonb_agg(jsonb_build_object('fact', fact, 'from', was, 'to', "is") order by n), '[]')
      from (values (1, 'ip', e.ip, l.ip), (2, 'name', e.name, l.name), (3, 'mac', e.mac, l.mac),
        (4, 'model', e.model, case when l.snmp = e.snmp then l.model else e.model end),
        (5, 'vendor', e.vendor, case when l.snmp = e.snmp then l.vendor else e.vendor end),
        (6, 'firmware', e.firmware, case when l.snmp = e.snmp then l.firmware else e.firmware end),
        (7, 'os', e.os, l.os), (8, 'ports', e.ports, l.ports), (9, 'snmp', e.snmp, l.snmp)) as f(n, fact, was, "is")
      where was <> "is") as changes
    from pair join l on l.ip = pair.l join e on e.ip = pair.e),
  compared as (
    select case when jsonb_array_length(changes) = 0 then 'unchanged' else 'changed' end as class, * from both_found
    union all
    select 'new', ip, name, mac, vendor, os, '[]'::jsonb from l where ip not in (select l from pair)
      and exists (select 1 from run_item where run_id = ${earlier} and key = l.ip)
    union all
    select 'gone', ip, name, mac, vendor, os, '[]'::jsonb from e where ip not in (select e from pair)
      and exists (select 1 from run_item where run_id = ${later} and key = e.ip))`;
