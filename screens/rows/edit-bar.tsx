import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { mostKeys } from '#engine/rows/selection.ts';
import { fill } from '../words.tsx';
import { useRowsWords } from './rows-words.ts';
import type { RowsEditing } from './use-editing.ts';
import styles from './rows.module.css';

interface Props {
  editing: RowsEditing;
  problem: 'many' | 'unread' | undefined;
}

/** How many rows are marked, and what can be done with all of them. */
export function EditBar({ editing, problem }: Props): ReactNode {
  const words = useRowsWords();
  const { marked, canUndo } = editing;
  const count = mostKeys.toLocaleString('en');
  const told = {
    many: fill(words.rowsTooMany, { count }),
    removed: fill(words.rowsRemovedTooMany, { count }),
    unread: words.rowsRangeUnread,
  };
  const trouble = problem ?? editing.problem;
  return (
    <div className={styles.selection}>
      <span role="status" className={styles.selected}>
        {marked === undefined
          ? words.rowsSelectedByFilter
          : fill(words.rowsSelected, { count: marked.toLocaleString('en') })}
      </span>
      {marked !== 0 && (
        <>
          <Button size="compact-xs" variant="default" disabled={editing.isFull} onClick={editing.edit}>
            {words.rowsEdit}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => editing.put(false)}>
            {words.rowsRemove}
          </Button>
          <Button size="compact-xs" variant="default" onClick={editing.removeOthers}>
            {words.rowsRemoveOthers}
          </Button>
          {editing.hasRemoved && (
            <Button size="compact-xs" variant="default" onClick={() => editing.put(true)}>
              {words.rowsRestore}
            </Button>
          )}
          <Button size="compact-xs" variant="subtle" onClick={editing.clear}>
            {words.selectNone}
          </Button>
        </>
      )}
      {canUndo && (
        <Button size="compact-xs" variant="subtle" onClick={editing.undo}>
          {words.rowsUndo}
        </Button>
      )}
      {trouble && (
        <span role="alert" className={styles.problem}>
          {told[trouble]}
        </span>
      )}
    </div>
  );
}
