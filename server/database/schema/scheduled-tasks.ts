import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { rebootStates } from '#api/contract/reboots.ts';
import type { Schedule } from '#api/contract/schedule.ts';
import { createdAt, identity, instant } from './columns.ts';
import { node } from './nodes.ts';
import { appUser } from './users.ts';

/** A scheduled task that reboots devices once (F13-03, F13-05). */
export const scheduledTask = pgTable(
  'scheduled_task',
  {
    id: identity(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    skipIfOffline: boolean('skip_if_offline').notNull(),
    schedule: jsonb('schedule').$type<Schedule>().notNull(),
    /** When it is due, and until when it may begin on a device. */
    runAt: instant('run_at').notNull(),
    lastAt: instant('last_at').notNull(),
    userId: integer('user_id').references(() => appUser.id, { onDelete: 'set null' }),
    /** The name outlives the user. */
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('scheduled_task_run').on(table.runAt)],
);

/** A task on one device (F13-06). */
export const scheduledTaskTarget = pgTable(
  'scheduled_task_target',
  {
    taskId: integer('task_id')
      .notNull()
      .references(() => scheduledTask.id, { onDelete: 'cascade' }),
    nodeId: integer('node_id')
      .notNull()
      .references(() => node.id, { onDelete: 'cascade' }),
    /** Of the command that the signature covers; also of its run, once it was sent. */
    commandId: uuid('command_id').notNull(),
    signature: text('signature').notNull(),
    state: text('state').$type<(typeof rebootStates)[number]>().notNull().default('WAITING'),
    reason: text('reason').notNull().default(''),
    endedAt: instant('ended_at'),
  },
  (table) => [
    primaryKey({ name: 'scheduled_task_target_pk', columns: [table.taskId, table.nodeId] }),
    index('scheduled_task_target_node').on(table.nodeId),
    uniqueIndex('scheduled_task_target_command').on(table.commandId),
    index('scheduled_task_target_open')
      .on(table.taskId)
      .where(sql`${table.state} in ('WAITING', 'SENT')`),
  ],
);
