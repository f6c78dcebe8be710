import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { CallInput, CallReply } from '#api/client.ts';
import type { CallFailed } from '#api/call-failed.ts';
import type { CallName, Catalogue } from '#api/contract/catalogue.ts';
import type { ParamsOf, QueryOf } from '#api/contract/call.ts';
import { queryOf, useCall } from '../data/use-call.ts';
import type { Sort } from './column.ts';

/** Calls that return a page of rows and the total. */
export type PagedCall = {
  [N in CallName]: CallReply<N> extends { items: readonly { id: number }[]; total: number } ? N : never;
}[CallName];
export type RowOf<N extends PagedCall> = CallReply<N>['items'][number];

export type RowsQuery<N extends PagedCall> = Omit<QueryOf<Catalogue[N]>, 'limit' | 'offset'>;

export interface Rows<N extends PagedCall> {
  /** One entry per row; `undefined` while it loads. */
  rows: readonly (RowOf<N> | undefined)[];
  /** The first page, which is always loaded. */
  first: UseQueryResult<CallReply<N>, CallFailed>;
  /** Why visible rows could not be loaded. */
  failure: CallFailed | undefined;
  retry: () => void;
  /** Reports the indexes of the visible rows, whose pages are then fetched. */
  onSeen: (first: number, last: number) => void;
}

/** Rows per request: several screens, in a reply of a few kilobytes. */
export const pageSize = 100;

/** The sort order in the API's format: `-updated`. */
export function sortOf<Name extends string>({ column, descending }: Sort): Name | `-${Name}` {
  return (descending ? `-${column}` : column) as Name | `-${Name}`;
}

export function pageInput<N extends PagedCall>(
  query: RowsQuery<N>,
  page: number,
  params?: ParamsOf<Catalogue[N]>,
): CallInput<N> {
  return {
    ...(params !== undefined && { params }),
    query: { ...query, limit: pageSize, offset: page * pageSize },
  } as unknown as CallInput<N>;
}

/** All rows of a list of any length; lazy-loads each page when it becomes visible. */
export function useRows<N extends PagedCall>(
  name: N,
  query: RowsQuery<N>,
  { refetchEverySeconds, params }: { refetchEverySeconds?: number; params?: ParamsOf<Catalogue[N]> } = {},
): Rows<N> {
  const asked = JSON.stringify([query, params]);
  const [seen, setSeen] = useState({ asked, pages: [] as number[] });
  const pages = seen.asked === asked ? seen.pages : [];
  const every = refetchEverySeconds === undefined ? {} : { refetchEverySeconds };
  const first = useCall(name, pageInput(query, 0, params), { keep: true, ...every });
  const others = useQueries({
    queries: pages.map((page) => ({
      ...queryOf(name, pageInput(query, page, params)),
      ...(refetchEverySeconds === undefined ? {} : { refetchInterval: refetchEverySeconds * 1000 }),
    })),
  }) as UseQueryResult<CallReply<N>, CallFailed>[];

  const known = first.data as { items: RowOf<N>[]; total: number } | undefined;
  const rows: (RowOf<N> | undefined)[] = Array.from({ length: known?.total ?? 0 });
  const put = (page: number, items: readonly RowOf<N>[]): void => {
    for (const [index, row] of items.entries()) {
      const place = page * pageSize + index;
      if (place < rows.length) rows[place] = row;
    }
  };
  put(0, known?.items ?? []);
  for (const [index, { data }] of others.entries())
    put(pages[index] ?? 0, (data as { items: RowOf<N>[] } | undefined)?.items ?? []);

  const onSeen = useCallback(
    (from: number, to: number) => {
      const needed: number[] = [];
      for (let page = Math.floor(from / pageSize); page <= Math.floor(to / pageSize); page += 1)
        if (page > 0) needed.push(page);
      setSeen((before) =>
        before.asked === asked && before.pages.join() === needed.join() ? before : { asked, pages: needed },
      );
    },
    [asked],
  );
  const broken = [first, ...others].filter((each) => each.isError);
  return {
    rows,
    first,
    failure: broken[0]?.error ?? undefined,
    retry: () => {
      for (const each of broken) void each.refetch();
    },
    onSeen,
  };
}
