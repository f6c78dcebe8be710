import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { StateKind } from '#api/contract/agent-methods/state-kinds.ts';
import { instant } from './columns.ts';
import { node } from './nodes.ts';

/** What a device should have, and what its agent answered last: one row for each kind. */
export const desiredState = pgTable(
  'desired_state',
  {
    nodeId: integer('node_id')
      .notNull()
      .references(() => node.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<StateKind>().notNull(),
    version: integer('version').notNull(),
    /** When the agent is to be told next; null once it answered this version. */
    nextAt: instant('next_at'),
    answeredVersion: integer('answered_version'),
    outcome: text('outcome').$type<'applied' | 'refused'>(),
    /** When the agent applied or refused it, by the device's clock. */
    answeredAt: instant('answered_at'),
    reason: text('reason').notNull().default(''),
  },
  (table) => [
    primaryKey({ name: 'desired_state_once', columns: [table.nodeId, table.kind] }),
    index('desired_state_next')
      .on(table.nextAt)
      .where(sql`${table.nextAt} is not null`),
  ],
);
