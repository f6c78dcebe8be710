import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Static } from 'typebox';
import type { VmGuest, VmHostFacts, VmHostType } from '#api/contract/agent-methods/vm-host.ts';
import { instant, lower, revision } from './columns.ts';
import { credential } from './credentials.ts';
import { deletionId } from './deletion.ts';
import { node } from './nodes.ts';

/** A host of virtual machines, and how its monitor delegate reads it. The host and each guest are devices. */
export const vmHost = pgTable(
  'vm_host',
  {
    nodeId: integer('node_id')
      .primaryKey()
      .references(() => node.id, { onDelete: 'cascade' }),
    /** A device that is a delegate cannot be deleted (F10-12). */
    delegateNodeId: integer('delegate_node_id')
      .notNull()
      .references(() => node.id),
    type: text('type').$type<VmHostType>().notNull(),
    /** Of HYPERV the name of the delegate. */
    hostname: text('hostname').notNull(),
    /** 0 for HYPERV. */
    apiPort: integer('api_port').notNull(),
    /** Null for HYPERV, and once the credential was removed. */
    credentialId: integer('credential_id').references(() => credential.id, { onDelete: 'set null' }),
    /** SHA-256 fingerprint of the certificate that a person trusts; empty where a known authority signed it. */
    certificate: text('certificate').notNull(),
    facts: jsonb('facts').$type<Static<typeof VmHostFacts>>().notNull(),
    readAt: instant('read_at').notNull(),
    /** Why the latest reading failed; empty after one that did not. */
    error: text('error').notNull().default(''),
    nextAt: instant('next_at').notNull().defaultNow(),
    revision: revision(),
    /** That of its node, so that another host may take its place. */
    deletionId: deletionId(),
  },
  (table) => [
    index('vm_host_next').on(table.nextAt),
    // F01-22
    uniqueIndex('vm_host_once')
      .on(table.delegateNodeId, table.type, lower(table.hostname), table.apiPort)
      .where(sql`${table.deletionId} is null`),
  ],
);

/** A guest of a host, as the latest reading said. */
export const vmGuest = pgTable(
  'vm_guest',
  {
    nodeId: integer('node_id')
      .primaryKey()
      .references(() => node.id, { onDelete: 'cascade' }),
    hostNodeId: integer('host_node_id')
      .notNull()
      .references(() => vmHost.nodeId, { onDelete: 'cascade' }),
    externalId: text('external_id').notNull(),
    power: text('power').$type<VmGuest['power']>().notNull(),
    os: text('os').notNull(),
    hostName: text('host_name').notNull(),
    cpus: integer('cpus').notNull(),
    memoryMB: bigint('memory_mb', { mode: 'number' }).notNull(),
    storageMB: bigint('storage_mb', { mode: 'number' }).notNull(),
    tools: boolean('tools').notNull(),
    /** Readings in a row that did not have it. */
    missing: smallint('missing').notNull().default(0),
  },
  (table) => [uniqueIndex('vm_guest_once').on(table.hostNodeId, table.externalId)],
);
