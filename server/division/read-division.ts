import { eq } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { Division } from '#api/contract/division.ts';
import { division } from '../database/schema/organizations.ts';
import type { CallContext } from '../context.ts';

export async function readDivision({
  db,
  services,
}: Pick<CallContext, 'db' | 'services'>): Promise<Static<typeof Division>> {
  const [row] = await db.select().from(division).where(eq(division.id, 1));
  if (!row) throw new Error('The installation has no division');
  return {
    name: row.name,
    language: row.language,
    timeZoneId: row.timeZoneId,
    allowOwnAddresses: row.allowOwnAddresses,
    monitorNetworks: row.monitorNetworks,
    deliveryNetworks: row.deliveryNetworks,
    snmpV3InDiscovery: row.snmpV3InDiscovery,
    outboundNotice: row.outboundNotice,
    publicUrl: services.settings.publicUrl,
    mailConfigured: await services.mailer.isConfigured(db),
  };
}
