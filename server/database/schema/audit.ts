import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** The audit trail. No foreign keys: a row outlives its entity and is never changed. */
export const audit = pgTable(
  'audit',
  {
    id: integer('id').primaryKey(),
    at: instant('at').notNull(),
    actorUserId: integer('actor_user_id'),
    actorName: text('actor_name').notNull(),
    ip: text('ip').notNull(),
    action: text('action').notNull(),
    entityType: text('entity_type').notNull(),
    entityId: text('entity_id'),
    /** The organization whose technicians may read the row; null for the whole division. The id outlives the organization. */
    organizationId: integer('organization_id'),
    summary: text('summary').notNull(),
    detail: jsonb('detail').$type<Record<string, unknown>>(),
    prevHash: text('prev_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [
    index('audit_entity').on(table.entityType, table.entityId),
    index('audit_kind').on(table.entityType, table.id),
    index('audit_actor').on(table.actorUserId, table.id),
    index('audit_at').on(table.at),
    index('audit_organization').on(table.organizationId, table.id),
  ],
);

/** The end of the chain: its lock serializes the rows, its count reveals truncation. */
export const auditHead = pgTable(
  'audit_head',
  {
    id: integer('id').primaryKey().default(1),
    lastId: integer('last_id').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [check('audit_head_is_one', sql`${table.id} = 1`)],
);
