import { eq } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { division } from '../database/schema/organizations.ts';
import { parseNetworks, type TargetPolicy } from '../outbound/address-policy.ts';

/** The addresses that the server may connect to for its users; no private ones before set-up. */
export async function targetPolicy(db: Queries, use: TargetPolicy['use']): Promise<TargetPolicy> {
  const [row] = await db
    .select({
      allowOwnAddresses: division.allowOwnAddresses,
      monitorNetworks: division.monitorNetworks,
      deliveryNetworks: division.deliveryNetworks,
    })
    .from(division)
    .where(eq(division.id, 1));
  const networks = use === 'monitor' ? row?.monitorNetworks : row?.deliveryNetworks;
  return { use, allowOwnAddresses: row?.allowOwnAddresses ?? false, networks: parseNetworks(networks ?? '') };
}
