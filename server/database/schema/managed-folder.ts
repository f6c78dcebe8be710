import { integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Static, TObject } from 'typebox';
import type { managedFolderFields } from '#api/contract/agent-methods/managed-folder.ts';
import { createdAt, identity, lower, revision, updatedAt } from './columns.ts';
import { node } from './nodes.ts';

export type ManagedFolderSettings = Omit<Static<TObject<typeof managedFolderFields>>, 'folderPath'>;

const ofNode = () =>
  integer('node_id')
    .notNull()
    .references(() => node.id, { onDelete: 'cascade' });

/** A folder that the image manager of a device looks after (F07). */
export const managedFolder = pgTable(
  'managed_folder',
  {
    id: identity(),
    nodeId: ofNode(),
    path: text('path').notNull(),
    /** By the field names of the calls. */
    settings: jsonb('settings').$type<ManagedFolderSettings>().notNull(),
    /** Sealed, by the field names of the calls. */
    secrets: jsonb('secrets').$type<Record<string, string>>().notNull(),
    revision: revision(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('managed_folder_path').on(table.nodeId, lower(table.path))],
);
