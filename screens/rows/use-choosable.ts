import { useEffect, useState } from 'react';
import type { RowsDocument } from '#engine/document/document.ts';
import { hasValue, sameFilter, type RowFilter, type ServerRow } from '#engine/rows/selection.ts';
import type { RowsSource } from './rows-source.tsx';

/** The rows of a table that can be selected. */
export interface Choosable {
  /** The filter of the table, limited to selectable rows; undefined if the table's filter excludes them all. */
  filter: RowFilter | undefined;
  /** Number of rows that match it; undefined until the server has replied. */
  count: number | undefined;
  has(row: ServerRow): boolean;
}

interface Asked {
  rows: Pick<RowsDocument, 'filter' | 'selectable'>;
  source: RowsSource;
  run: string;
  filter: RowFilter;
  /** Rows that the filter of the table finds. */
  total: number | undefined;
}

/** Which rows can be selected (`selectable`): every row, or those with a named value in the column of the filter. */
export function useChoosable({ rows, source, run, filter, total }: Asked): Choosable {
  const { filter: field, selectable } = rows;
  const wanted = chosenBy(filter, field, selectable);
  const same = wanted !== undefined && sameFilter(wanted, filter);
  const [counted, setCounted] = useState<{ asked: string; count: number }>();
  const asked = JSON.stringify([run, wanted]);
  const counts = wanted !== undefined && !same;
  useEffect(() => {
    if (!counts) return;
    const leaving = new AbortController();
    const [, by] = JSON.parse(asked) as [string, RowFilter];
    source.read(run, { ...by, offset: 0, limit: 1 }, leaving.signal).then(
      ({ total: count }) => setCounted({ asked, count }),
      // The table itself says that its rows cannot be read.
      () => undefined,
    );
    return () => leaving.abort();
  }, [counts, source, run, asked, total]);
  return {
    filter: wanted,
    count: wanted === undefined ? 0 : same ? total : counted?.asked === asked ? counted.count : undefined,
    has: ({ data }) =>
      field === undefined || selectable === undefined || selectable.some((value) => hasValue(data[field], value)),
  };
}

function chosenBy(
  filter: RowFilter,
  field: string | undefined,
  selectable: readonly string[] | undefined,
): RowFilter | undefined {
  const [widest] = selectable ?? [];
  if (field === undefined || selectable === undefined || widest === undefined) return filter;
  if (filter.field === undefined) return { ...filter, field, value: widest };
  return selectable.includes(filter.value ?? '') ? filter : undefined;
}
