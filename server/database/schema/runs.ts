import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { RunProgress, RunRefusal, RunState } from '#api/contract/runs.ts';
import { organization } from './organizations.ts';
import { appUser } from './users.ts';
import { instant } from './columns.ts';

/** The stored progress of a run. Timestamps are ISO 8601, by the server's clock. */
export interface StoredProgress extends Omit<RunProgress, 'rate' | 'secondsLeft'> {
  /** When the stage was first and last reported. Absent until the first report. */
  since?: string;
  at?: string;
  /** Increase of `done` per second, averaged over the last seconds. */
  rate?: number;
}

/** Work that takes longer than a request. Visible only to its owner, or to whoever sees its device. */
export const run = pgTable(
  'run',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    /** The id of the entity that the run works on, in the format of its kind; empty without one. */
    subject: text('subject').notNull(),
    /** Null for a run of the server itself. */
    userId: integer('user_id').references(() => appUser.id, { onDelete: 'cascade' }),
    organizationId: integer('organization_id').references(() => organization.id, { onDelete: 'set null' }),
    /** IP address of the client that started it, for its audit rows. */
    ip: text('ip').notNull(),
    /** Sealed JSON, because it may contain passwords; null once the run has ended. */
    input: text('input'),
    state: text('state').$type<RunState>().notNull(),
    progress: jsonb('progress').$type<StoredProgress>().notNull(),
    /** Number of the last item. */
    lastSeq: integer('last_seq').notNull().default(0),
    result: jsonb('result').$type<unknown>(),
    refusal: jsonb('refusal').$type<RunRefusal>(),
    cancelRequested: boolean('cancel_requested').notNull().default(false),
    /** The process that executes the run, and the end of its lease. */
    holder: uuid('holder'),
    leaseUntil: instant('lease_until'),
    /** How often a process has claimed the run since its last progress. */
    attempts: integer('attempts').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('run_active')
      .on(table.createdAt)
      .where(sql`${table.state} in ('queued', 'running')`),
    // A second start on the same subject attaches to the active run. A run that is worked on elsewhere has no input, and may run twice.
    uniqueIndex('run_once')
      .on(table.userId, table.kind, table.subject)
      .where(sql`${table.state} in ('queued', 'running') and ${table.subject} <> '' and ${table.input} is not null`),
    index('run_expiry').on(table.expiresAt),
    index('run_discovery')
      .on(table.createdAt)
      .where(sql`${table.kind} = 'agent:network.discover'`),
  ],
);

/** A run's results. An item that is reported again gets a new number, so that a reader by number sees the update. */
export const runItem = pgTable(
  'run_item',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => run.id, { onDelete: 'cascade' }),
    seq: integer('seq').notNull(),
    key: text('key').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    primaryKey({ name: 'run_item_seq', columns: [table.runId, table.seq] }),
    uniqueIndex('run_item_key').on(table.runId, table.key),
  ],
);
