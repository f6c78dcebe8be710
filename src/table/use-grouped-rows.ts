import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { CallFailed } from '#api/call-failed.ts';
import type { CallReply } from '#api/client.ts';
import { queryOf } from '../data/use-call.ts';
import { pageInput, pageSize, type PagedCall, type RowOf, type RowsQuery } from './use-rows.ts';

export interface RowGroup<N extends PagedCall> {
  key: string;
  /** Number of its rows. */
  count: number;
  /** Narrows the list to the group. */
  narrows: Partial<RowsQuery<N>>;
}

export interface GroupedRows<N extends PagedCall> {
  /** An entry for each head and for each row of an open group; `undefined` for a head, and for a row while it loads. */
  rows: readonly (RowOf<N> | undefined)[];
  /** The group whose head stands at an index. */
  heads: ReadonlyMap<number, string>;
  /** Why visible rows could not be loaded. */
  failure: CallFailed | undefined;
  retry: () => void;
  /** Reports the indexes of the visible rows, whose pages are then fetched. */
  onSeen: (first: number, last: number) => void;
}

interface GroupPage {
  group: number;
  page: number;
}

/** The rows of the open groups, below the head of each group; lazy-loads each page of a group when it becomes visible. */
export function useGroupedRows<N extends PagedCall>(
  name: N,
  query: RowsQuery<N>,
  {
    groups,
    open,
    refetchEverySeconds,
  }: { groups: readonly RowGroup<N>[]; open: ReadonlySet<string>; refetchEverySeconds: number },
): GroupedRows<N> {
  const [seen, setSeen] = useState({ first: 0, last: 0 });
  const heads = new Map<number, string>();
  const starts: number[] = [];
  let length = 0;
  for (const { key, count } of groups) {
    heads.set(length, key);
    starts.push(length + 1);
    length += 1 + (open.has(key) ? count : 0);
  }
  const pages: GroupPage[] = groups.flatMap(({ key, count }, group) => {
    if (!open.has(key)) return [];
    const start = starts[group] ?? 0;
    const from = Math.max(seen.first - start, 0);
    const to = Math.min(seen.last - start, count - 1);
    if (from > to) return [];
    const first = Math.floor(from / pageSize);
    return Array.from({ length: Math.floor(to / pageSize) - first + 1 }, (_, index) => ({
      group,
      page: first + index,
    }));
  });
  const replies = useQueries({
    queries: pages.map(({ group, page }) => ({
      ...queryOf(name, pageInput(narrowed(query, groups[group]), page)),
      refetchInterval: refetchEverySeconds * 1000,
    })),
  }) as UseQueryResult<CallReply<N>, CallFailed>[];

  const rows: (RowOf<N> | undefined)[] = Array.from({ length });
  for (const [index, { data }] of replies.entries()) {
    const { group, page } = pages[index] ?? { group: 0, page: 0 };
    const { items = [] } = (data as { items: RowOf<N>[] } | undefined) ?? {};
    for (const [place, row] of items.entries()) {
      const within = page * pageSize + place;
      if (within < (groups[group]?.count ?? 0)) rows[(starts[group] ?? 0) + within] = row;
    }
  }
  const onSeen = useCallback((first: number, last: number) => setSeen({ first, last }), []);
  const broken = replies.filter(({ isError }) => isError);
  return {
    rows,
    heads,
    failure: broken[0]?.error ?? undefined,
    retry: () => {
      for (const each of broken) void each.refetch();
    },
    onSeen,
  };
}

function narrowed<N extends PagedCall>(query: RowsQuery<N>, group: RowGroup<N> | undefined): RowsQuery<N> {
  return { ...query, ...group?.narrows };
}
