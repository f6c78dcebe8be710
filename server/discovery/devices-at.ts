import { and, arrayOverlaps, eq, not } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { node } from '../database/schema/nodes.ts';
import { isMonitor } from '../nodes/node-types.ts';

/** Ids of an organization's devices by their addresses, of those that have one of these. */
export async function devicesAt(
  db: Queries,
  organizationId: number,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (addresses.length === 0) return new Map();
  const rows = await db
    .select({ id: node.id, ipAddresses: node.ipAddresses })
    .from(node)
    .where(
      and(eq(node.organizationId, organizationId), not(isMonitor), arrayOverlaps(node.ipAddresses, [...addresses])),
    );
  return new Map(rows.flatMap(({ id, ipAddresses }) => ipAddresses.map((address) => [address, id] as const)));
}
