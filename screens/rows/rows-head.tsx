import { Checkbox, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { useRowsWords } from './rows-words.ts';
import type { RowsColumn } from './columns.ts';
import styles from './rows.module.css';

interface Props {
  columns: readonly RowsColumn[];
  sort: string | undefined;
  onSort(sort: string | undefined): void;
  template: CSSProperties;
  /** Every row that the filter finds is selected. Absent where nothing can be selected. */
  all?: boolean;
  onAll?: () => void;
  /** Each row has actions of its own. */
  acts: boolean;
}

export function RowsHead({ columns, sort, onSort, template, all, onAll, acts }: Props): ReactNode {
  const words = useRowsWords();
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" className={styles.headRow} style={template} aria-rowindex={1}>
        {onAll && (
          <span role="columnheader" className={styles.cell}>
            <Checkbox size="xs" checked={all ?? false} onChange={onAll} aria-label={words.selectAll} />
          </span>
        )}
        {columns.map(({ name, title, numeric }) => {
          const way = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none';
          // Up, down, and back to the order in which they were found.
          const next = way === 'none' ? name : way === 'ascending' ? `-${name}` : undefined;
          return (
            <span
              key={name}
              role="columnheader"
              className={styles.cell}
              aria-sort={way}
              data-numeric={numeric || undefined}
            >
              <button type="button" className={styles.sort} onClick={() => onSort(next)}>
                {title}
                <span className={styles.arrow} data-active={way === 'none' ? undefined : true} aria-hidden>
                  {way === 'descending' ? <IconArrowDown size={13} /> : <IconArrowUp size={13} />}
                </span>
              </button>
            </span>
          );
        })}
        {acts && (
          <span role="columnheader" className={styles.cell}>
            <VisuallyHidden>{words.rowActions}</VisuallyHidden>
          </span>
        )}
      </div>
    </div>
  );
}
