import { integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import type { PolicyConditions } from '#api/contract/policy.ts';
import { revision, updatedAt } from './columns.ts';
import { node } from './nodes.ts';

/** The values of a device itself, over those of its policy. The row stays when they are reset, so that its revision never repeats. */
export const deviceOverride = pgTable('device_override', {
  nodeId: integer('node_id')
    .primaryKey()
    .references(() => node.id, { onDelete: 'cascade' }),
  conditions: jsonb('conditions').$type<PolicyConditions>().notNull(),
  revision: revision(),
  updatedAt: updatedAt(),
});
