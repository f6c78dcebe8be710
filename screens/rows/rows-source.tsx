import { createContext, use } from 'react';
import type { RowFilter, ServerRow } from '#engine/rows/selection.ts';

export interface RowsQuery extends RowFilter {
  /** A field, `-` before it for the other way round; in the order in which the rows were found unless given. */
  sort?: string;
  /** A field with few values: the page counts the rows with each. */
  countBy?: string;
  offset: number;
  limit: number;
}

export interface RowsPage {
  items: readonly ServerRow[];
  /** Rows that the filter finds. */
  total: number;
  /** By value of `countBy`: rows that the search finds. */
  counts?: Readonly<Record<string, number>>;
}

/** Where the rows of a run are read, and who says that there are more. */
export interface RowsSource {
  read(run: string, query: RowsQuery, signal: AbortSignal): Promise<RowsPage>;
  /** Calls the listener at each announcement of the run. Answers how to stop. */
  hear(run: string, listener: () => void): () => void;
}

const RowsSourceContext = createContext<RowsSource | undefined>(undefined);
export const RowsSourceProvider = RowsSourceContext.Provider;

export function useRowsSource(): RowsSource {
  const source = use(RowsSourceContext);
  if (!source) throw new Error('no source of server-owned rows was provided');
  return source;
}

const RunsContext = createContext<Readonly<Record<string, string>> | undefined>(undefined);
/** The last run of each job of the flow, by the effect's name; absent before the first. */
export const RunsProvider = RunsContext.Provider;

export function useRunOf(job: string): string | undefined {
  return use(RunsContext)?.[job];
}
