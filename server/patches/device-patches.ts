import { eq } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Actor } from '../access/actor.ts';
import type { Queries } from '../database/database.ts';
import { devicePatchSettings } from '../database/schema/patch-settings.ts';
import { readDelivery } from '../desired-state/delivery.ts';
import type { PolicyTree } from '../policy/resolve.ts';
import { effectivePatches } from './resolve-patches.ts';

/** The patch settings that a device gets and why, and what its agent says of them. */
export async function devicePatches(
  db: Queries,
  actor: Actor,
  { tree, policyId, nodeId }: { tree: PolicyTree; policyId: number | null; nodeId: number },
): Promise<NonNullable<ReplyOf<Catalogue['readDevicePolicy']>['patchManagement']>> {
  const [row] = await db.select().from(devicePatchSettings).where(eq(devicePatchSettings.nodeId, nodeId));
  return {
    values: effectivePatches(tree, actor, policyId),
    held: row?.settings.held ?? false,
    delivery: await readDelivery(db, nodeId, 'patch-settings'),
  };
}
