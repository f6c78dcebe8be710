import { sql } from 'drizzle-orm';
import type { NetworkInterface } from '#api/contract/agent-methods/interfaces.ts';
import { plainText } from '../agents/plain-text.ts';
import type { Queries } from '../database/database.ts';

/** A rate beyond the speed of the interface by more than this tells of a counter that began anew. */
const TOLERANCE = 1.2;

/** Stores the interfaces of a device with their rates since the reading before; those that are gone are removed. */
export async function storeInterfaces(
  db: Queries,
  nodeId: number,
  interfaces: readonly NetworkInterface[],
  now: Date,
): Promise<void> {
  const rows = [...new Map(interfaces.map((each) => [each.index, each])).values()].map(
    ({ index, name, alias, enabled, up, speed, wide, inOctets, outOctets, inErrors, outErrors }) => ({
      i: index,
      n: plainText(name),
      a: plainText(alias),
      e: enabled,
      u: up,
      s: speed,
      w: wide,
      io: inOctets,
      oo: outOctets,
      ie: inErrors,
      oe: outErrors,
    }),
  );
  const at = sql`${now.toISOString()}::timestamptz`;
  // A counter of 32 bits that is lower than before has passed its end, one of 64 bits began anew.
  const rate = (before: string, after: string) => sql`(
    select case when bits >= 0 and (r.s = 0 or bits <= r.s * 1e6 * ${TOLERANCE}::float8) then bits end from (
      select (case when not r.w and r.${sql.raw(after)} < b.${sql.raw(before)} then 4294967296 else 0 end
        + r.${sql.raw(after)} - b.${sql.raw(before)})::float8 * 8 / nullif(extract(epoch from ${at} - b.read_at)::float8, 0) as bits
    ) x where b.wide = r.w)`;
  await db.execute(sql`
    with r as materialized (
      select x.* from json_to_recordset(${JSON.stringify(rows)}::json)
        as x(i int, n text, a text, e boolean, u boolean, s bigint, w boolean, io numeric, oo numeric, ie bigint, oe bigint)
      where exists (select 1 from device_poll where node_id = ${nodeId})
    ), gone as (
      delete from device_interface where node_id = ${nodeId} and index not in (select i from r)
    )
    insert into device_interface (node_id, index, name, alias, enabled, up, speed, wide, in_octets, out_octets, in_errors, out_errors,
      in_rate, out_rate, read_at, turned_at)
    select ${nodeId}, r.i, r.n, r.a, r.e, r.u, r.s, r.w, r.io, r.oo, r.ie, r.oe, ${rate('in_octets', 'io')}, ${rate('out_octets', 'oo')},
      ${at}, case when b.up is null or b.up = r.u then b.turned_at else ${at} end
    from r left join device_interface b on b.node_id = ${nodeId} and b.index = r.i
    on conflict (node_id, index) do update set name = excluded.name, alias = excluded.alias, enabled = excluded.enabled,
      up = excluded.up, speed = excluded.speed, wide = excluded.wide, in_octets = excluded.in_octets,
      out_octets = excluded.out_octets, in_errors = excluded.in_errors, out_errors = excluded.out_errors,
      in_rate = excluded.in_rate, out_rate = excluded.out_rate, read_at = excluded.read_at, turned_at = excluded.turned_at`);
}
