import { useMemo } from 'react';
import type { Column, Sort } from './column.ts';
import { isTexts, useRemembered } from './remembered.ts';

function isSort(kept: unknown): kept is Sort {
  return (
    typeof kept === 'object' &&
    kept !== null &&
    'column' in kept &&
    typeof kept.column === 'string' &&
    'descending' in kept &&
    typeof kept.descending === 'boolean'
  );
}

export interface TableState<Row> {
  sort: Sort;
  setSort: (sort: Sort) => void;
  hidden: string[];
  setHidden: (hidden: string[]) => void;
  shown: Column<Row>[];
}

/** Sort order and columns of a table, persisted in the browser. */
export function useTableState<Row>(name: string, columns: readonly Column<Row>[], initial: Sort): TableState<Row> {
  const [sort, setSort] = useRemembered(`table.${name}.sort`, initial, isSort);
  const [hidden, setHidden] = useRemembered(`table.${name}.hidden`, [], isTexts);
  const shown = useMemo(() => columns.filter(({ id, fixed }) => fixed || !hidden.includes(id)), [columns, hidden]);
  return { sort, setSort, hidden, setHidden, shown };
}
