import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { Schedule } from '#api/contract/schedule.ts';
import { identity, instant } from './columns.ts';
import { node } from './nodes.ts';
import { policy } from './policy.ts';
import { script, scriptRun } from './script.ts';
import { appUser } from './users.ts';

/** An automation of the library that devices of a policy run on a schedule (F14-24). */
export const policyAutomation = pgTable(
  'policy_automation',
  {
    id: identity(),
    policyId: integer('policy_id')
      .notNull()
      .references(() => policy.id, { onDelete: 'cascade' }),
    /** The same in a policy that overrides the automation of an ancestor. */
    key: uuid('key').notNull(),
    enabled: boolean('enabled').notNull(),
    /** Null when it was removed from the library: nothing runs then. The name outlives it. */
    scriptId: integer('script_id').references(() => script.id, { onDelete: 'set null' }),
    scriptName: text('script_name').notNull(),
    parameters: text('parameters').notNull(),
    variables: jsonb('variables').$type<{ name: string; value: string }[]>().notNull(),
    runAs: text('run_as').notNull(),
    timeoutSeconds: integer('timeout_seconds').notNull(),
    schedule: jsonb('schedule').$type<Schedule>().notNull(),
    /** Who changed it last: it runs with the permissions of this user. The name outlives the user. */
    userId: integer('user_id').references(() => appUser.id, { onDelete: 'set null' }),
    createdBy: text('created_by').notNull(),
    /** Why it did not run when it was due last, in words; empty once it ran. */
    stopped: text('stopped').notNull().default(''),
    /** Null: it never runs again. */
    nextRunAt: instant('next_run_at'),
  },
  (table) => [
    unique('policy_automation_once').on(table.policyId, table.key),
    index('policy_automation_due')
      .on(table.nextRunAt)
      .where(sql`${table.enabled}`),
  ],
);

/** A device that has yet to run an automation that was due. */
export const policyAutomationTarget = pgTable(
  'policy_automation_target',
  {
    scriptRunId: uuid('script_run_id')
      .notNull()
      .references(() => scriptRun.id, { onDelete: 'cascade' }),
    nodeId: integer('node_id')
      .notNull()
      .references(() => node.id, { onDelete: 'cascade' }),
    // A change of the automation keeps its id; its removal calls off what waits.
    automationId: integer('automation_id')
      .notNull()
      .references(() => policyAutomation.id, { onDelete: 'cascade' }),
    /** Until when a device that is offline may come back and run it. */
    lastAt: instant('last_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'policy_automation_target_pk', columns: [table.scriptRunId, table.nodeId] }),
    index('policy_automation_target_node').on(table.nodeId),
    index('policy_automation_target_of').on(table.automationId),
  ],
);
