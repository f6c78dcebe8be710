import { sql, type AnyColumn } from 'drizzle-orm';
import { integer, jsonb, timestamp } from 'drizzle-orm/pg-core';
import type { CustomFields } from '#api/contract/custom-fields.ts';

export const identity = () => integer('id').primaryKey().generatedAlwaysAsIdentity();
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });
export const createdAt = () => instant('created_at').notNull().defaultNow();
export const updatedAt = () => instant('updated_at').notNull().defaultNow();
/** Incremented with every change of a field that an editor shows; the server refuses a save based on an older revision. */
export const revision = () => integer('revision').notNull().default(1);
/** The fields of the entity's screens that have no column of their own. */
export const custom = () => jsonb('custom').$type<CustomFields>().notNull().default({});
/** Names are unique regardless of case. */
export const lower = (column: AnyColumn) => sql`lower(${column})`;
