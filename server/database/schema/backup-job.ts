import { integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Static, TObject } from 'typebox';
import type { backupJobFields } from '#api/contract/agent-methods/backup.ts';
import { createdAt, identity, lower, revision, updatedAt } from './columns.ts';
import { node } from './nodes.ts';

export type BackupJobSettings = Omit<Static<TObject<typeof backupJobFields>>, 'jobName'>;

const ofNode = () =>
  integer('node_id')
    .notNull()
    .references(() => node.id, { onDelete: 'cascade' });

/** A backup job of a device (F06). */
export const backupJob = pgTable(
  'backup_job',
  {
    id: identity(),
    nodeId: ofNode(),
    name: text('name').notNull(),
    /** By the field names of the calls. */
    settings: jsonb('settings').$type<BackupJobSettings>().notNull(),
    /** Sealed, by the field names of the calls. */
    secrets: jsonb('secrets').$type<Record<string, string>>().notNull(),
    revision: revision(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('backup_job_name').on(table.nodeId, lower(table.name))],
);
