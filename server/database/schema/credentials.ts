import { date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { CredentialType } from '#api/contract/credentials.ts';
import { createdAt, identity, lower, revision, updatedAt } from './columns.ts';
import { organization } from './organizations.ts';

/** What monitoring signs in with, at the devices of one organization (F22-03). */
export const credential = pgTable(
  'credential',
  {
    id: identity(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organization.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    credentialType: text('credential_type').$type<CredentialType>().notNull(),
    /** User name and protocols, by the field names of the calls. */
    plain: jsonb('plain').$type<Record<string, string>>().notNull(),
    /** Sealed, by the field names of the calls. */
    secrets: jsonb('secrets').$type<Record<string, string>>().notNull(),
    /** The last day on which the other side accepts it, `YYYY-MM-DD`; null where nobody said. */
    expiresOn: date('expires_on', { mode: 'string' }),
    revision: revision(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('credential_organization').on(table.organizationId),
    uniqueIndex('credential_name').on(table.organizationId, lower(table.name)),
  ],
);
