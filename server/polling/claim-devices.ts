import { sql } from 'drizzle-orm';
import { mostPolled } from '#api/contract/agent-methods/polling.ts';
import type { Queries } from '../database/database.ts';
import { nmsNodeType } from '../nodes/node-types.ts';

export interface DueDevice {
  nodeId: number;
  address: string;
  credentialId: number | null;
}

/** Which of these devices are the probe of a device that is to be polled now. */
export async function probesWithDueDevices(db: Queries, nodeIds: readonly number[], now: Date): Promise<number[]> {
  if (nodeIds.length === 0) return [];
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct n.parent_node_id as id from device_poll p join node n on n.id = p.node_id
    where p.next_at <= ${now.toISOString()} and n.node_type = ${nmsNodeType}
      and n.parent_node_id in (select json_array_elements_text(${JSON.stringify(nodeIds)}::json)::int)`);
  return rows.map(({ id }) => id);
}

/** Takes devices of the probe that are to be polled, at most as many as one request holds; nobody else gets them until `next`. */
export async function claimDevices(
  db: Queries,
  probe: number,
  { now, next }: { now: Date; next: Date },
): Promise<DueDevice[]> {
  const { rows } = await db.execute<{ nodeId: number; address: string; credentialId: number | null }>(sql`
    with due as (
      select p.node_id, n.ip_addresses[1] as address from device_poll p join node n on n.id = p.node_id
      where p.next_at <= ${now.toISOString()} and n.node_type = ${nmsNodeType} and n.parent_node_id = ${probe}
      order by p.next_at, p.node_id limit ${mostPolled} for update of p skip locked
    )
    update device_poll p set next_at = ${next.toISOString()} from due where p.node_id = due.node_id
    returning p.node_id as "nodeId", due.address, p.credential_id as "credentialId"`);
  return rows.filter(({ address }) => typeof address === 'string');
}
