import { eq } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { Division } from '#api/contract/system.ts';
import type { Queries } from '../database/database.ts';
import { division } from '../database/schema/core.ts';
import type { CallContext } from '../context.ts';
import { parseNetworks, type TargetPolicy } from '../outbound/address-policy.ts';

export async function readDivision({ db, services }: CallContext): Promise<Static<typeof Division>> {
  const [row] = await db.select().from(division).where(eq(division.id, 1));
  if (!row) throw new Error('The installation has no division');
  return {
    name: row.name,
    language: row.language,
    timeZoneId: row.timeZoneId,
    allowOwnAddresses: row.allowOwnAddresses,
    monitorNetworks: row.monitorNetworks,
    deliveryNetworks: row.deliveryNetworks,
    outboundNotice: row.outboundNotice,
    publicUrl: services.settings.publicUrl,
    mailConfigured: await services.mailer.isConfigured(db),
  };
}

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
