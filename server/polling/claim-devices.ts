import { sql } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { nmsNodeType } from '../nodes/node-types.ts';
import { isStandingNode } from '../access/visibility.ts';

export interface DueDevice {
  nodeId: number;
  address: string;
  credentialId: number | null;
}

// The last poll was answered by SNMP.
const answersSnmp = sql`p.credential_id is not null and p.booted_at is not null`;

/** The requests that a probe gets for a device: the column with the next time, and the devices that it applies to. */
const works = {
  poll: { column: sql`next_at`, where: sql`true` },
  interfaces: { column: sql`interfaces_at`, where: answersSnmp },
  topology: { column: sql`topology_at`, where: answersSnmp },
} as const;
export type ProbeWork = keyof typeof works;

/** Which of these devices are the probe of a device at which the work is due. */
export async function probesWithDueDevices(
  db: Queries,
  work: ProbeWork,
  nodeIds: readonly number[],
  now: Date,
): Promise<number[]> {
  if (nodeIds.length === 0) return [];
  const { column, where } = works[work];
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct n.parent_node_id as id from device_poll p join node n on n.id = p.node_id
    where p.${column} <= ${now.toISOString()} and ${where} and n.node_type = ${nmsNodeType} and ${isStandingNode('n')}
      and n.parent_node_id in (select json_array_elements_text(${JSON.stringify(nodeIds)}::json)::int)`);
  return rows.map(({ id }) => id);
}

/** Takes at most `most` devices of the probe at which the work is due; nobody else gets them until `next`. */
export async function claimDevices(
  db: Queries,
  probe: number,
  { work, most, now, next }: { work: ProbeWork; most: number; now: Date; next: Date },
): Promise<DueDevice[]> {
  const { column, where } = works[work];
  const { rows } = await db.execute<{ nodeId: number; address: string; credentialId: number | null }>(sql`
    with due as (
      select p.node_id, n.ip_addresses[1] as address from device_poll p join node n on n.id = p.node_id
      where p.${column} <= ${now.toISOString()} and ${where} and n.node_type = ${nmsNodeType} and n.parent_node_id = ${probe}
        and ${isStandingNode('n')}
      order by p.${column}, p.node_id limit ${most} for update of p skip locked
    )
    update device_poll p set ${column} = ${next.toISOString()} from due where p.node_id = due.node_id
    returning p.node_id as "nodeId", due.address, p.credential_id as "credentialId"`);
  return rows.filter(({ address }) => typeof address === 'string');
}
