import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Survivor } from '#api/contract/mutants.ts';
import type { RecordedStep, recordedOutcomes } from '#api/contract/recordings.ts';
import type {
  FlowData,
  FlowOutcome,
  PathCriterion,
  PathWalk,
  stateTestKinds,
  WorkbenchTier,
} from '#api/contract/workbench.ts';
import { identity, instant } from './columns.ts';
import { appUser, userId } from './users.ts';

/** A run of generated paths. The row of `run` with its id expires; this one is kept. */
export const pathRun = pgTable('path_run', {
  id: uuid('id').primaryKey(),
  startedBy: integer('started_by').references(() => appUser.id, { onDelete: 'set null' }),
  startedAt: instant('started_at').notNull(),
  /** Null until every flow was walked. */
  endedAt: instant('ended_at'),
  flows: jsonb('flows').$type<string[]>().notNull(),
  tier: text('tier').$type<WorkbenchTier>().notNull().default('machine'),
  criteria: jsonb('criteria').$type<PathCriterion[]>().notNull(),
  seed: integer('seed').notNull(),
  /** What the paths of a flow have reached so far, of the flow that is walked or was walked last. */
  walk: jsonb('walk').$type<{ flow: string } & PathWalk>(),
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

/** The changes to a flow that nothing noticed, as they were found last. */
export const mutantReport = pgTable('mutant_report', {
  flow: text('flow').primaryKey(),
  startedBy: integer('started_by').references(() => appUser.id, { onDelete: 'set null' }),
  at: instant('at').notNull(),
  total: integer('total').notNull(),
  killed: integer('killed').notNull(),
  equivalent: integer('equivalent').notNull(),
  survivors: jsonb('survivors').$type<Survivor[]>().notNull(),
  /** What was wrong with the flow as it was. */
  broken: text('broken').notNull(),
});

/** A path that every run of its flow walks in addition to the generated ones. */
export const keptPath = pgTable(
  'kept_path',
  {
    id: identity(),
    flow: text('flow').notNull(),
    path: text('path').notNull(),
    addedBy: integer('added_by').references(() => appUser.id, { onDelete: 'set null' }),
    addedAt: instant('added_at').notNull(),
  },
  // A path may be longer than an index takes.
  (table) => [uniqueIndex('kept_path_once').on(table.flow, sql`md5(${table.path})`)],
);

/** A session of a technician in a flow, recorded with their consent: events and shapes, no values. */
export const flowRecording = pgTable(
  'flow_recording',
  {
    /** The page makes another one each time a flow is opened. */
    id: uuid('id').primaryKey(),
    userId: userId(),
    flow: text('flow').notNull(),
    mode: text('mode').$type<'NEW' | 'EDIT'>().notNull(),
    startedAt: instant('started_at').notNull(),
    steps: jsonb('steps').$type<RecordedStep[]>().notNull(),
    outcome: text('outcome').$type<(typeof recordedOutcomes)[number]>(),
  },
  (table) => [
    index('flow_recording_flow').on(table.flow, table.startedAt),
    index('flow_recording_user').on(table.userId, table.startedAt),
  ],
);

/** An assertion about a state, or a case of it, that a tester added in the Workbench. `text`: the name of a case. */
export const pathAssertion = pgTable(
  'path_assertion',
  {
    id: identity(),
    flow: text('flow').notNull(),
    state: text('state').notNull(),
    kind: text('kind').$type<(typeof stateTestKinds)[number]>().notNull(),
    text: text('text').notNull(),
    /** Of a case. */
    answers: jsonb('answers').$type<Record<string, unknown>>(),
    addedBy: integer('added_by').references(() => appUser.id, { onDelete: 'set null' }),
    addedAt: instant('added_at').notNull(),
  },
  (table) => [uniqueIndex('path_assertion_once').on(table.flow, table.state, table.kind, table.text)],
);
