import { Checkbox, Skeleton } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { fill, useScreenWords } from '../words.tsx';
import { cellText, type RowsColumn } from './columns.ts';
import type { ServerRow } from './rows-source.tsx';
import { changedRow, isSelected, type RowsChange, type Selection } from './selection.ts';
import styles from './rows.module.css';

interface Props {
  id: string;
  index: number;
  /** Pixels from the top. */
  start: number;
  measure: (element: HTMLElement | null) => void;
  /** Undefined while it is being read. */
  row: ServerRow | undefined;
  columns: readonly RowsColumn[];
  template: CSSProperties;
  changes: readonly RowsChange[] | undefined;
  active: boolean;
  /** Undefined where nothing can be selected. */
  selected: Selection | undefined;
}

export function RowsRow(props: Props): ReactNode {
  const { id, index, start, measure, row, columns, template, changes = [], active, selected } = props;
  const words = useScreenWords();
  const chosen = row !== undefined && selected !== undefined && isSelected(selected, row);
  const data = row && changedRow(row, changes);
  return (
    <div
      ref={measure}
      id={id}
      role="row"
      className={styles.row}
      style={{ ...template, transform: `translateY(${start}px)` }}
      data-index={index}
      data-active={active || undefined}
      aria-rowindex={index + 2}
      aria-selected={selected === undefined ? undefined : chosen}
      aria-busy={row === undefined || undefined}
    >
      {selected && (
        <span role="gridcell" className={styles.cell}>
          <Checkbox
            size="xs"
            tabIndex={-1}
            checked={chosen}
            readOnly
            aria-label={fill(words.rowsSelect, { row: fill(words.row, { number: index + 1 }) })}
          />
        </span>
      )}
      {columns.map((column) => {
        const value = data?.[column.name];
        return (
          <span
            key={column.name}
            role="gridcell"
            className={styles.cell}
            data-numeric={column.numeric || undefined}
            data-value={column.choices.length > 0 ? String(value) : undefined}
            data-changed={row && value !== row.data[column.name] ? true : undefined}
          >
            {row ? (
              cellText(column, value)
            ) : (
              <Skeleton height={10} width={`${70 - ((index * 17) % 35)}%`} radius="sm" />
            )}
          </span>
        );
      })}
    </div>
  );
}
