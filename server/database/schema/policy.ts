import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, identity, revision, updatedAt } from './columns.ts';

/** A policy of the division. */
export const policy = pgTable('policy', {
  id: identity(),
  name: text('name').notNull(),
  notes: text('notes').notNull(),
  revision: revision(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
