import { eq } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { Division } from '#api/contract/system.ts';
import type { Queries } from '../database/database.ts';
import { division } from '../database/schema/core.ts';
import { Refused, type CallContext } from '../http/handler.ts';
import type { TargetPolicy } from '../outbound/address-policy.ts';

export async function readDivision({ db, services }: CallContext): Promise<Static<typeof Division>> {
  const [row] = await db.select().from(division).where(eq(division.id, 1));
  if (!row) throw new Refused('not_found');
  return {
    name: row.name,
    language: row.language,
    timeZoneId: row.timeZoneId,
    allowPrivateTargets: row.allowPrivateTargets,
    publicUrl: services.settings.publicUrl,
    mailConfigured: services.mailer.configured,
  };
}

/** Where the server may connect to for its users. */
export async function targetPolicy(db: Queries): Promise<TargetPolicy> {
  const [row] = await db
    .select({ allowPrivateTargets: division.allowPrivateTargets })
    .from(division)
    .where(eq(division.id, 1));
  return { allowPrivateTargets: row?.allowPrivateTargets ?? false };
}
