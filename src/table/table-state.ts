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
  const [sorted, setSort] = useRemembered(`table.${name}.sort`, initial, isSort);
  const [kept, keep] = useRemembered<string[]>(`table.${name}.hidden`, [], isTexts);
  const [chosen, choose] = useRemembered<string[]>(`table.${name}.chosen`, [], isTexts);
  const hidden = useMemo(
    () => columns.flatMap(({ id, optional }) => ((optional ? !chosen.includes(id) : kept.includes(id)) ? [id] : [])),
    [columns, kept, chosen],
  );
  const shown = useMemo(() => columns.filter(({ id, fixed }) => fixed || !hidden.includes(id)), [columns, hidden]);
  const setHidden = (next: string[]): void => {
    // A column of a custom field may be gone for a while.
    const others = (ids: string[]) => ids.filter((id) => !columns.some((column) => column.id === id));
    keep([...others(kept), ...columns.flatMap(({ id, optional }) => (!optional && next.includes(id) ? [id] : []))]);
    choose([...others(chosen), ...columns.flatMap(({ id, optional }) => (optional && !next.includes(id) ? [id] : []))]);
  };
  const sort = columns.some(({ id }) => id === sorted.column) ? sorted : initial;
  return { sort, setSort, hidden, setHidden, shown };
}
