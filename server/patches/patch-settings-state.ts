import { eq } from 'drizzle-orm';
import type { PatchSettingsState } from '#api/contract/agent-methods/patch-settings.ts';
import type { Queries } from '../database/database.ts';
import { devicePatchSettings } from '../database/schema/patch-settings.ts';
import { defaultPatches } from './default-patches.ts';

/** The patch settings of a device, as its agent applies them. */
export async function patchSettingsState(db: Queries, nodeId: number): Promise<PatchSettingsState> {
  const [row] = await db.select().from(devicePatchSettings).where(eq(devicePatchSettings.nodeId, nodeId));
  return row?.settings ?? { ...defaultPatches, held: false };
}
