import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { DeploymentCode } from '#api/contract/agent-methods/deployment.ts';
import type { Decision, DeploymentState } from '#api/contract/directory.ts';
import { createdAt, identity, instant, updatedAt } from './columns.ts';
import { credential } from './credentials.ts';
import { node } from './nodes.ts';
import { location, organization } from './organizations.ts';

/** The credential with which an organization's directory was read last (F04-40). */
export const directorySettings = pgTable('directory_settings', {
  organizationId: integer('organization_id')
    .primaryKey()
    .references(() => organization.id, { onDelete: 'cascade' }),
  directoryCredentialId: integer('directory_credential_id').references(() => credential.id, { onDelete: 'set null' }),
});

/** A computer of a directory that was decided about, and how far the agent on it is (F04-10, F04-15, F04-16). */
export const directoryDevice = pgTable(
  'directory_device',
  {
    id: identity(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organization.id, { onDelete: 'cascade' }),
    objectGuid: text('object_guid').notNull(),
    name: text('name').notNull(),
    hostName: text('host_name').notNull(),
    os: text('os').notNull(),
    isServer: boolean('is_server').notNull(),
    ouPath: text('ou_path').notNull(),
    /** The device that installs the agent. */
    domainControllerId: integer('domain_controller_id').references(() => node.id, { onDelete: 'set null' }),
    /** With which it signs in at the computer. */
    credentialId: integer('credential_id').references(() => credential.id, { onDelete: 'set null' }),
    status: text('status').$type<Decision>().notNull(),
    locationId: integer('location_id'),
    deployment: text('deployment').$type<DeploymentState>().notNull().default('none'),
    result: text('result').$type<DeploymentCode>(),
    /** What the computer said. */
    message: text('message').notNull().default(''),
    /** SHA-256 fingerprint of its SSH host key, once it was seen. */
    hostKey: text('host_key').notNull().default(''),
    /** When the installation is due. */
    nextAt: instant('next_at'),
    attemptedAt: instant('attempted_at'),
    nodeId: integer('node_id').references(() => node.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('directory_device_once').on(table.organizationId, table.objectGuid),
    index('directory_device_next')
      .on(table.nextAt)
      .where(sql`${table.nextAt} is not null`),
    foreignKey({
      name: 'directory_device_place',
      columns: [table.locationId, table.organizationId],
      foreignColumns: [location.id, location.organizationId],
    }).onDelete('cascade'),
    // F04-12
    check('directory_device_location', sql`(${table.status} = 'REJECTED') = (${table.locationId} is null)`),
  ],
);
