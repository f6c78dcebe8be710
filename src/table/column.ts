import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  title: string;
  /** Only screen readers get the title. */
  silent?: boolean;
  cell: (row: Row) => ReactNode;
  /** The sort value; a column without it is not sortable. Nulls come last. */
  sortBy?: (row: Row) => string | number | null;
  /** CSS width; columns without one share the rest. */
  width?: number;
  /** On a phone, where it is the only column, it fills the rest despite its width. */
  fills?: boolean;
  align?: 'end';
  /** Minimum page width in pixels; hidden below. */
  from?: 640 | 900 | 1140 | 1440;
  /** Hidden until the user chooses it. */
  optional?: boolean;
  /** The user cannot hide it. */
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

/** A sorted copy; rows without a value come last in both directions. */
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
