import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { FlowData, FlowOutcome, PathCriterion } from '#api/contract/workbench.ts';
import { instant } from './columns.ts';
import { appUser } from './users.ts';

/** A run of generated paths. The row of `run` with its id expires; this one is kept. */
export const pathRun = pgTable('path_run', {
  id: uuid('id').primaryKey(),
  startedBy: integer('started_by').references(() => appUser.id, { onDelete: 'set null' }),
  startedAt: instant('started_at').notNull(),
  /** Null until every flow was walked. */
  endedAt: instant('ended_at'),
  flows: jsonb('flows').$type<string[]>().notNull(),
  criteria: jsonb('criteria').$type<PathCriterion[]>().notNull(),
  seed: integer('seed').notNull(),
});

/** What a run found in one flow. */
export const pathReport = pgTable(
  'path_report',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => pathRun.id, { onDelete: 'cascade' }),
    flow: text('flow').notNull(),
    outcome: jsonb('outcome').$type<FlowOutcome>().notNull(),
    data: jsonb('data').$type<FlowData>().notNull(),
    /** The test suite of the flow, in JUnit's XML. */
    junit: text('junit').notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.flow] })],
);
