import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  title: string;
  /** The title is only for who listens. */
  silent?: boolean;
  cell: (row: Row) => ReactNode;
  /** What the column sorts by; a column without it does not sort. Nulls come last. */
  sortBy?: (row: Row) => string | number | null;
  /** CSS width; the columns without one share the rest. */
  width?: number;
  /** On a phone, where it stands alone, it takes the rest all the same. */
  fills?: boolean;
  align?: 'end';
  /** Left out while the page is narrower than so many pixels. */
  from?: 640 | 900 | 1140 | 1440;
  /** Never hidden by choice. */
  fixed?: boolean;
}

export interface Sort {
  column: string;
  descending: boolean;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function compare(left: string | number | null, right: string | number | null): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return collator.compare(String(left), String(right));
}

/** A sorted copy; rows without a value stand last in both directions. */
export function sortRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | undefined): Row[] {
  const sortBy = columns.find(({ id }) => id === sort?.column)?.sortBy;
  if (!sort || !sortBy) return [...rows];
  const direction = sort.descending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [left, right] = [sortBy(a), sortBy(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return direction * compare(left, right);
  });
}
