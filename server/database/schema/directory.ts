import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { DeploymentCode } from '#api/contract/agent-methods/deployment.ts';
import type { CandidateNode, Deployment, DiscoverySchedule, JobType } from '#api/contract/directory-jobs.ts';
import type { CheckCode, Decision, DeploymentState } from '#api/contract/directory.ts';
import { createdAt, identity, instant, revision, updatedAt } from './columns.ts';
import { credential } from './credentials.ts';
import { node } from './nodes.ts';
import { location, organization } from './organizations.ts';
import { appUser } from './users.ts';

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
    /** When the check before an installation is due; null unless it is asked for. */
    checkAt: instant('check_at'),
    /** How the latest check ended. With `not_tried`, `checkMessage` is the computer that refused the same credential. */
    checkCode: text('check_code').$type<CheckCode>(),
    /** What the computer said. */
    checkMessage: text('check_message').notNull().default(''),
    checkedAt: instant('checked_at'),
    nodeId: integer('node_id').references(() => node.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('directory_device_once').on(table.organizationId, table.objectGuid),
    index('directory_device_next')
      .on(table.nextAt)
      .where(sql`${table.nextAt} is not null`),
    index('directory_device_check')
      .on(table.checkAt)
      .where(sql`${table.checkAt} is not null`),
    foreignKey({
      name: 'directory_device_place',
      columns: [table.locationId, table.organizationId],
      foreignColumns: [location.id, location.organizationId],
    }).onDelete('cascade'),
    // F04-12
    check('directory_device_location', sql`(${table.status} = 'REJECTED') = (${table.locationId} is null)`),
  ],
);

/** A saved discovery of an OU (F04-06 … F04-09). A scheduled one runs at `nextRunAt`. */
export const directoryJob = pgTable(
  'directory_job',
  {
    id: identity(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organization.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    jobType: text('job_type').$type<JobType>().notNull(),
    runOnce: boolean('run_once').notNull(),
    /** With which the agent is installed. */
    credentialId: integer('credential_id').references(() => credential.id, { onDelete: 'set null' }),
    /** With which the directory is read. */
    directoryCredentialId: integer('directory_credential_id').references(() => credential.id, { onDelete: 'set null' }),
    allowPlain: boolean('allow_plain').notNull(),
    domainControllerId: integer('domain_controller_id').references(() => node.id, { onDelete: 'set null' }),
    ouPath: text('ou_path').notNull(),
    /** The same for every spelling of the path. */
    ouKey: text('ou_key').notNull(),
    recursiveOuPath: boolean('recursive_ou_path').notNull(),
    schedule: jsonb('schedule').$type<DiscoverySchedule>(),
    deployment: jsonb('deployment').$type<Deployment>(),
    candidateNodes: jsonb('candidate_nodes').$type<CandidateNode[]>().notNull().default([]),
    /** Who saved it last: it runs with the permissions of this user. The name outlives the user. */
    userId: integer('user_id').references(() => appUser.id, { onDelete: 'set null' }),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    lastRunAt: instant('last_run_at'),
    lastOutcome: text('last_outcome').$type<'succeeded' | 'failed'>(),
    lastResult: text('last_result').notNull().default(''),
    nextRunAt: instant('next_run_at'),
    /** The run that reads the directory now. */
    runId: uuid('run_id'),
    revision: revision(),
  },
  (table) => [
    // F04-28
    uniqueIndex('directory_job_once').on(table.domainControllerId, table.ouKey),
    index('directory_job_of').on(table.organizationId),
    index('directory_job_next')
      .on(table.nextRunAt)
      .where(sql`${table.nextRunAt} is not null`),
    index('directory_job_running')
      .on(table.runId)
      .where(sql`${table.runId} is not null`),
    // F04-25
    check('directory_job_schedule', sql`(${table.jobType} = 'SCHEDULED') = (${table.schedule} is not null)`),
    check('directory_job_deployment', sql`(${table.jobType} = 'SCHEDULED') = (${table.deployment} is not null)`),
  ],
);
