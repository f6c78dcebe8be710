import { Checkbox } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import type { Column } from './column.ts';
import styles from './data-table.module.css';

interface TableRowProps<Row extends { id: number }> {
  row: Row;
  /** Row number among all rows, including those not rendered; the head is 1. */
  place: number;
  columns: readonly Column<Row>[];
  /** `undefined` if rows are not selectable. */
  chosen: boolean | undefined;
  chooseLabel: string | undefined;
  /** `bad` highlights the row. */
  tone: 'bad' | undefined;
  onToggle: (id: number) => void;
  /** `undefined` if rows do not open. */
  onOpen: ((row: Row) => void) | undefined;
}

/** A click on a control of the row, or a text selection, does not open the row. */
function isOnRow(target: Element, row: Element): boolean {
  return (
    row.contains(target) &&
    target.closest('a, button, input, label, [role="menu"]') === null &&
    !window.getSelection()?.toString()
  );
}

function DrawnRow<Row extends { id: number }>({
  row,
  place,
  columns,
  chosen,
  chooseLabel,
  tone,
  onToggle,
  onOpen,
}: TableRowProps<Row>): ReactNode {
  return (
    <tr
      className={styles.row}
      aria-rowindex={place}
      data-chosen={chosen || undefined}
      data-tone={tone}
      data-opens={onOpen ? true : undefined}
      onClick={(event) => {
        if (onOpen && isOnRow(event.target as Element, event.currentTarget)) onOpen(row);
      }}
    >
      {chosen === undefined ? null : (
        <td className={styles.choose}>
          <Checkbox aria-label={chooseLabel} checked={chosen} onChange={() => onToggle(row.id)} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} className={styles.cell} data-align={column.align} data-from={column.from}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** A memoized table row. */
export const TableRow = memo(DrawnRow) as typeof DrawnRow;
