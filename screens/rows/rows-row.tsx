import { Checkbox, Skeleton } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { fill } from '../words.tsx';
import { useRowsWords } from './rows-words.ts';
import { cellText, type RowsColumn } from './columns.ts';
import type { ServerRow } from '#engine/rows/selection.ts';
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
  /** The row as the person changed it. */
  data: Readonly<Record<string, unknown>> | undefined;
  active: boolean;
  /** Undefined where nothing can be selected. */
  selected: boolean | undefined;
  /** This row cannot be selected. */
  fixed: boolean;
  /** It is no longer part of the answer. */
  removed: boolean;
  /** By column name: the message that a cell shows when its required value is missing. */
  required: Readonly<Record<string, string>>;
  actions?: ReactNode;
}

export function RowsRow(props: Props): ReactNode {
  const { id, index, start, measure, row, columns, template, data, active, selected, fixed } = props;
  const { removed, required, actions } = props;
  const words = useRowsWords();
  return (
    <div
      ref={measure}
      id={id}
      role="row"
      className={styles.row}
      style={{ ...template, transform: `translateY(${start}px)` }}
      data-index={index}
      data-active={active || undefined}
      data-removed={removed || undefined}
      aria-rowindex={index + 2}
      aria-selected={fixed ? undefined : selected}
      aria-busy={row === undefined || undefined}
    >
      {selected !== undefined && (
        <span role="gridcell" className={styles.cell}>
          <Checkbox
            size="xs"
            tabIndex={-1}
            checked={selected}
            disabled={fixed}
            readOnly
            aria-label={fill(words.rowsSelect, { row: fill(words.row, { number: index + 1 }) })}
          />
        </span>
      )}
      {columns.map((column) => {
        const value = data?.[column.name];
        const below = column.below === undefined ? '' : data?.[column.below];
        const needed = fixed || removed || (value !== undefined && value !== '') ? undefined : required[column.name];
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
              <>
                {needed === undefined ? cellText(column, value) : <span className={styles.needed}>{needed}</span>}
                {typeof below === 'string' && below !== '' && (
                  <span className={styles.below} title={below}>
                    {below}
                  </span>
                )}
              </>
            ) : (
              <Skeleton height={10} width={`${70 - ((index * 17) % 35)}%`} radius="sm" />
            )}
          </span>
        );
      })}
      {actions !== undefined && (
        <span role="gridcell" className={styles.actions}>
          {removed && <span className={styles.gone}>{words.removed}</span>}
          {actions}
        </span>
      )}
    </div>
  );
}
