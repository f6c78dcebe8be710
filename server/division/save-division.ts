import { eq } from 'drizzle-orm';
import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { changesOf } from '../audit/changes.ts';
import { division } from '../database/schema/organizations.ts';
import type { WriteContext } from '../context.ts';
import { requireAnswers } from '../require-fields.ts';
import { readDivision } from './read-division.ts';

/** Changes general settings; omitted fields keep their value. */
export async function saveDivision(context: WriteContext, body: BodyOf<Catalogue['saveDivision']>) {
  const { db, services, now } = context;
  const { name, language, timeZoneId, snmpV3InDiscovery, ...outbound } = body;
  const stored = await readDivision(context);
  requireAnswers(services.screens.check('division', 'settings', { ...stored, ...body }));
  await db
    .update(division)
    .set({
      ...(name !== undefined && { name: name.trim() }),
      ...(language !== undefined && { language }),
      ...(timeZoneId !== undefined && { timeZoneId }),
      ...(snmpV3InDiscovery !== undefined && { snmpV3InDiscovery }),
      ...outbound,
      // Saving one of the settings in the notice dismisses the notice: an administrator has reviewed them.
      ...(Object.keys(outbound).length > 0 && { outboundNotice: false }),
      updatedAt: now,
    })
    .where(eq(division.id, 1));
  const saved = await readDivision(context);
  await context.audit({
    action: 'DIVISION_UPDATED',
    entityType: 'DIVISION',
    entityId: 1,
    summary: 'Changed the general settings',
    detail: changesOf(stored, saved),
  });
  await context.announce('division', [1]);
  return saved;
}
