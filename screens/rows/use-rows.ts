import type { RowFilter, ServerRow } from '#engine/rows/selection.ts';
import { QueryClient, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { RowsSource } from './rows-source.tsx';

/** Rows may pour in: the part in sight is read at most ten times a second, and no more than half of the time. */
const REST = 100;
/** While the run goes on, should there be no connection to hear it by. */
const POLL = 2000;
/** Rows of one reading: more than a screen shows, so that a short scroll reads nothing. */
const PART = 150;
const STEP = 50;

interface Part {
  offset: number;
  items: readonly ServerRow[];
  total: number;
  counts?: Readonly<Record<string, number>>;
}

export interface RowsState {
  rowAt(index: number): ServerRow | undefined;
  /** Undefined until the first reading. */
  total: number | undefined;
  /** Number of rows for each value of `countBy`; the filter does not change them. */
  counts: Readonly<Record<string, number>>;
  /** What stands there answers an earlier filter. */
  old: boolean;
  failure: Error | undefined;
  offline: boolean;
  retry(): void;
  /** Tells which row is the first in sight. */
  seen(first: number): void;
}

interface Asked {
  source: RowsSource;
  run: string;
  filter: RowFilter;
  sort: string | undefined;
  countBy: string | undefined;
  /** The run goes on. */
  active: boolean;
}

/** The part of a run's rows that is in sight, read again when the run is announced. */
export function useRows({ source, run, filter, sort, countBy, active }: Asked): RowsState {
  const [client] = useState(newClient);
  const [offset, setOffset] = useState(0);
  const asked = JSON.stringify([filter, sort ?? null]);
  const [askedBefore, setAskedBefore] = useState(asked);
  if (askedBefore !== asked) {
    setAskedBefore(asked);
    setOffset(0);
  }
  const { data, error, isPlaceholderData, fetchStatus, refetch } = useQuery<Part>(
    {
      queryKey: [run, asked, offset],
      queryFn: async ({ signal }) => ({
        offset,
        ...(await source.read(
          run,
          {
            ...filter,
            ...(sort !== undefined && { sort }),
            ...(countBy !== undefined && { countBy }),
            offset,
            limit: PART,
          },
          signal,
        )),
      }),
      placeholderData: (before: Part | undefined) => before,
      refetchInterval: active ? POLL : false,
    },
    client,
  );
  useEffect(() => {
    client.mount();
    return () => client.unmount();
  }, [client]);
  useEffect(() => readWhenAnnounced(client, source, run), [client, source, run]);
  // Its last rows may have come after the last announcement that was heard.
  useEffect(() => void client.invalidateQueries({ queryKey: [run] }), [client, run, active]);
  return {
    rowAt: (index) => data?.items[index - data.offset],
    total: data?.total,
    counts: data?.counts ?? {},
    old: isPlaceholderData,
    failure: error ?? undefined,
    offline: fetchStatus === 'paused',
    retry: () => void refetch(),
    seen: useCallback((first: number) => setOffset(Math.max(0, Math.floor(first / STEP) * STEP - STEP)), []),
  };
}

function newClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity, gcTime: 30_000 } } });
}

function readWhenAnnounced(client: QueryClient, source: RowsSource, run: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let readyAt = 0;
  let reading = false;
  let again = false;
  let left = false;

  async function read(): Promise<void> {
    timer = undefined;
    reading = true;
    const begun = performance.now();
    await client.invalidateQueries({ queryKey: [run] }, { cancelRefetch: false }).catch(() => undefined);
    const now = performance.now();
    readyAt = Math.max(begun + REST, now + (now - begun));
    reading = false;
    if (again) plan();
  }
  function plan(): void {
    if (left || timer !== undefined) return;
    again = reading;
    if (!reading) timer = setTimeout(() => void read(), Math.max(0, readyAt - performance.now()));
  }
  const stop = source.hear(run, plan);
  return () => {
    left = true;
    clearTimeout(timer);
    stop();
  };
}
