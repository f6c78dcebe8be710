import {
  bigint,
  doublePrecision,
  integer,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { node } from './nodes.ts';

export type PerformanceKind = 'CPU' | 'MEMORY' | 'VOLUME';

/** Something whose load an agent reports, with the latest share. */
export const performanceSeries = pgTable(
  'performance_series',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    nodeId: integer('node_id')
      .notNull()
      .references(() => node.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<PerformanceKind>().notNull(),
    /** The mount point of a volume; empty for the others. */
    name: text('name').notNull(),
    /** Bytes of a volume. */
    size: bigint('size', { mode: 'number' }),
    /** 0 to 1, at the latest minute reported. */
    value: real('value').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [unique('performance_series_once').on(table.nodeId, table.kind, table.name)],
);

const seriesId = () =>
  integer('series_id')
    .notNull()
    .references(() => performanceSeries.id, { onDelete: 'cascade' });

/** The samples of the last 48 hours, one a minute; `at` is the start of the minute by the server's clock. */
export const performanceSample = pgTable(
  'performance_sample',
  { seriesId: seriesId(), at: instant('at').notNull(), value: real('value').notNull() },
  (table) => [primaryKey({ name: 'performance_sample_once', columns: [table.seriesId, table.at] })],
);

/** Five minutes or an hour of samples in one row; `resolution` in seconds. Counted as samples come in, which may be a day late. */
export const performanceRollup = pgTable(
  'performance_rollup',
  {
    seriesId: seriesId(),
    resolution: smallint('resolution').notNull(),
    at: instant('at').notNull(),
    samples: integer('samples').notNull(),
    valueSum: doublePrecision('value_sum').notNull(),
    valueMax: real('value_max').notNull(),
  },
  (table) => [primaryKey({ name: 'performance_rollup_once', columns: [table.seriesId, table.resolution, table.at] })],
);
