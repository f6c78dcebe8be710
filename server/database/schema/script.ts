import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import type { ReplyOf } from '#api/contract/call.ts';
import type { AutomationLanguage, scriptArchitectures, scriptCalls, scriptSystems } from '#api/contract/script.ts';
import { createdAt, identity, instant, lower, revision, updatedAt } from './columns.ts';
import { node } from './nodes.ts';
import { policy } from './policy.ts';
import { run } from './runs.ts';
import { appUser } from './users.ts';

type Variables = ReplyOf<(typeof scriptCalls)['readScript']>['scriptVariables'];

const user = (name: string) => integer(name).references(() => appUser.id, { onDelete: 'set null' });

/** A category of scripts: what permissions for scripts are granted by (C12-26, C12-42). */
export const scriptCategory = pgTable(
  'script_category',
  {
    id: identity(),
    name: text('name').notNull(),
    /** Built in: it keeps its name and stays. */
    internal: boolean('internal').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('script_category_name').on(lower(table.name))],
);

/** A script of the division (C12-21). Its text is that of its latest version. */
export const script = pgTable(
  'script',
  {
    id: identity(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    language: text('language').$type<AutomationLanguage>().notNull(),
    operatingSystems: text('operating_systems').array().$type<(typeof scriptSystems)[number][]>().notNull(),
    architecture: text('architecture').array().$type<(typeof scriptArchitectures)[number][]>().notNull(),
    categoriesIds: integer('categories_ids').array().notNull(),
    scriptParameters: text('script_parameters').array().notNull(),
    useFirstParametersOptionAsDefault: boolean('use_first_parameters').notNull(),
    scriptVariables: jsonb('script_variables').$type<Variables>().notNull(),
    /** A local user; empty for the user that the agent runs as. */
    defaultRunAs: text('default_run_as').notNull(),
    defaultTimeout: integer('default_timeout').notNull(),
    /** Of an installer: the scripts that run before and after it (F05-09). They stay while it names them. */
    preExecutionScript: integer('pre_execution_script').references((): AnyPgColumn => script.id),
    postExecutionScript: integer('post_execution_script').references((): AnyPgColumn => script.id),
    /** Number of the latest version. */
    version: integer('version').notNull(),
    createdBy: user('created_by'),
    updatedBy: user('updated_by'),
    revision: revision(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('script_name').on(lower(table.name))],
);

/** A text that was saved. A version never changes. */
export const scriptVersion = pgTable(
  'script_version',
  {
    scriptId: integer('script_id')
      .notNull()
      .references(() => script.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    script: text('script').notNull(),
    createdBy: user('created_by'),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ name: 'script_version_number', columns: [table.scriptId, table.number] })],
);

/** A script that somebody ran on devices, with its inputs. */
export const scriptRun = pgTable(
  'script_run',
  {
    id: uuid('id').primaryKey(),
    scriptId: integer('script_id').references(() => script.id, { onDelete: 'set null' }),
    scriptName: text('script_name').notNull(),
    version: integer('version').notNull(),
    language: text('language').$type<AutomationLanguage>().notNull(),
    parameters: text('parameters').notNull(),
    variables: jsonb('variables').$type<{ name: string; value: string }[]>().notNull(),
    runAs: text('run_as').notNull(),
    timeoutSeconds: integer('timeout_seconds').notNull(),
    userId: user('user_id'),
    /** The policy whose schedule started it. Its name outlives it, and is empty when a person started it. */
    policyId: integer('policy_id').references(() => policy.id, { onDelete: 'set null' }),
    policyName: text('policy_name').notNull().default(''),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('script_run_script').on(table.scriptId, table.createdAt)],
);

/** The run of a script on one device; of several, the one with the highest attempt counts. It goes with its run. */
export const scriptRunDevice = pgTable(
  'script_run_device',
  {
    runId: uuid('run_id')
      .primaryKey()
      .references(() => run.id, { onDelete: 'cascade' }),
    scriptRunId: uuid('script_run_id')
      .notNull()
      .references(() => scriptRun.id, { onDelete: 'cascade' }),
    nodeId: integer('node_id')
      .notNull()
      .references(() => node.id, { onDelete: 'cascade' }),
    attempt: integer('attempt').notNull(),
    /** Whether a later attempt took its place. */
    latest: boolean('latest').notNull().default(true),
  },
  (table) => [
    uniqueIndex('script_run_device_latest')
      .on(table.scriptRunId, table.nodeId)
      .where(sql`${table.latest}`),
    index('script_run_device_node').on(table.nodeId),
  ],
);
