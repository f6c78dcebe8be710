import { integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import type { PatchSettingsState } from '#api/contract/agent-methods/patch-settings.ts';
import { node } from './nodes.ts';

/** The patch settings that the agent of a device was last to have; no row while no policy has ever managed its patches. */
export const devicePatchSettings = pgTable('device_patch_settings', {
  nodeId: integer('node_id')
    .primaryKey()
    .references(() => node.id, { onDelete: 'cascade' }),
  settings: jsonb('settings').$type<PatchSettingsState>().notNull(),
});
