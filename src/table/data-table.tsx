import { Checkbox, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import { sortRows, type Column, type Sort } from './column.ts';
import styles from './data-table.module.css';
import { TableRow } from './table-row.tsx';

const rowHeight = 40;
/** Shorter tables are not virtualized: no gain, and the browser's find works. */
const virtualFrom = 80;

export interface Selection<Row> {
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
  /** Label of the row's checkbox: "Choose Shop". */
  label: (row: Row) => string;
  /** Selects all rows, including those of pages that are not loaded. */
  onAll?: () => void;
  /** How many `onAll` selects; the number of rows unless given. */
  count?: number;
}

interface DataTableProps<Row extends { id: number }> {
  label: string;
  /** `undefined` for a row that is still loading: a placeholder is shown. */
  rows: readonly (Row | undefined)[];
  columns: readonly Column<Row>[];
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
  selection?: Selection<Row>;
  onOpen?: (row: Row) => void;
  /** Highlights rows that need attention. */
  toneOf?: (row: Row) => 'bad' | undefined;
  /** Keeps the head row visible below the page's 56 px header. */
  stickyHead?: boolean;
  /** For paged rows, which the server sorts: receives the indexes of the first and last visible row. */
  onSeen?: (first: number, last: number) => void;
  /** Heads of groups, by their index among the rows, where `rows` has none. */
  heads?: ReadonlyMap<number, ReactNode>;
}

function HeadCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}): ReactNode {
  const active = sort?.column === column.id;
  const cell = {
    className: styles.head,
    'data-align': column.align,
    'data-from': column.from,
    'data-fills': column.fills,
    style: column.width ? { width: column.width } : undefined,
  };
  if (!column.sortBy || !onSort)
    return <th {...cell}>{column.silent ? <VisuallyHidden>{column.title}</VisuallyHidden> : column.title}</th>;
  return (
    <th {...cell} aria-sort={active ? (sort.descending ? 'descending' : 'ascending') : 'none'}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort({ column: column.id, descending: active && !sort.descending })}
      >
        {column.title}
        <span className={styles.arrow} data-active={active || undefined} aria-hidden="true">
          {active && sort.descending ? <IconArrowDown size={14} /> : <IconArrowUp size={14} />}
        </span>
      </button>
    </th>
  );
}

/** A table with a sticky head that renders only visible rows. */
export function DataTable<Row extends { id: number }>({
  label,
  rows,
  columns,
  sort,
  onSort,
  selection,
  onOpen,
  toneOf,
  stickyHead = false,
  onSeen,
  heads,
}: DataTableProps<Row>): ReactNode {
  const t = useWords();
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const virtual = rows.length >= virtualFrom;
  const known = rows.filter((row) => row !== undefined);
  const sorted = onSeen ? rows : sortRows(known, columns, sort);

  useLayoutEffect(() => {
    if (body.current) setTop(body.current.getBoundingClientRect().top + window.scrollY);
  }, [rows.length]);
  const virtualizer = useWindowVirtualizer({
    count: sorted.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: top,
    enabled: virtual,
  });
  const seen = virtual ? virtualizer.getVirtualItems().map(({ index }) => index) : sorted.map((_, index) => index);
  const before = virtual ? (seen[0] ?? 0) * rowHeight : 0;
  const after = virtual ? (sorted.length - 1 - (seen.at(-1) ?? -1)) * rowHeight : 0;

  const firstSeen = seen[0] ?? 0;
  const lastSeen = seen.at(-1) ?? 0;
  useEffect(() => {
    onSeen?.(firstSeen, lastSeen);
  }, [onSeen, firstSeen, lastSeen]);

  const chosenHere = selection ? known.filter(({ id }) => selection.chosen.has(id)).length : 0;
  // For rows that are not loaded, compare only the number of selected ids.
  const whole =
    selection !== undefined &&
    selection.chosen.size > 0 &&
    chosenHere === known.length &&
    selection.chosen.size >= (selection.onAll ? (selection.count ?? rows.length) : known.length);
  // Stable functions, so that memoized rows do not render again.
  const latest = useRef({ selection, onOpen });
  useLayoutEffect(() => {
    latest.current = { selection, onOpen };
  });
  const toggle = useCallback((id: number) => {
    const { selection } = latest.current;
    if (!selection) return;
    const chosen = new Set(selection.chosen);
    if (!chosen.delete(id)) chosen.add(id);
    selection.onChange(chosen);
  }, []);
  const open = useCallback((row: Row) => latest.current.onOpen?.(row), []);

  return (
    <table className={styles.table} aria-label={label} aria-rowcount={sorted.length + 1}>
      <thead data-sticky={stickyHead || undefined}>
        <tr>
          {selection ? (
            <th className={styles.choose}>
              <Checkbox
                aria-label={t('table.chooseAll')}
                checked={whole}
                indeterminate={selection.chosen.size > 0 && !whole}
                onChange={() => {
                  if (whole) selection.onChange(new Set());
                  else if (selection.onAll) selection.onAll();
                  else selection.onChange(new Set(known.map(({ id }) => id)));
                }}
              />
            </th>
          ) : null}
          {columns.map((column) => (
            <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {/* One cell without colSpan: a span would create columns for hidden ones. */}
        {before > 0 ? (
          <tr aria-hidden="true">
            <td style={{ height: before }} />
          </tr>
        ) : null}
        {seen.map((index) => {
          const row = sorted[index];
          const head = heads?.get(index);
          if (head !== undefined)
            return (
              <tr key={`head ${index}`} className={styles.groupRow} aria-rowindex={index + 2}>
                {/* One cell without colSpan, as above; its content is as wide as the row. */}
                <th scope="rowgroup">{head}</th>
              </tr>
            );
          if (!row)
            return (
              <tr key={`at ${index}`} className={styles.row} aria-rowindex={index + 2} aria-busy="true">
                <td className={styles.cell} colSpan={columns.length + (selection ? 1 : 0)}>
                  <Skeleton height={12} width={`${60 - ((index * 17) % 35)}%`} radius="sm" />
                </td>
              </tr>
            );
          return (
            <TableRow
              key={row.id}
              row={row}
              place={index + 2}
              columns={columns}
              chosen={selection?.chosen.has(row.id)}
              chooseLabel={selection?.label(row)}
              tone={toneOf?.(row)}
              onToggle={toggle}
              onOpen={onOpen && open}
            />
          );
        })}
        {after > 0 ? (
          <tr aria-hidden="true">
            <td style={{ height: after }} />
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}
