import { ActionIcon } from '@mantine/core';
import { IconArrowBackUp, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ServerRow } from '#engine/rows/selection.ts';
import { fill } from '../words.tsx';
import { useRowsWords } from './rows-words.ts';
import type { RowsEditing } from './use-editing.ts';

interface Props {
  row: ServerRow;
  /** What people call it. */
  name: string;
  editing: RowsEditing;
}

/** What can be done with one row. The keyboard has Enter and Delete for it, so that Tab does not stop at each row. */
export function RowActions({ row, name: called, editing }: Props): ReactNode {
  const words = useRowsWords();
  const act = (name: string, icon: ReactNode, does: () => void) => (
    <ActionIcon
      size="sm"
      variant="subtle"
      color="gray"
      tabIndex={-1}
      aria-label={fill(name, { row: called })}
      title={fill(name, { row: called })}
      onClick={(event) => {
        // The row itself would be marked.
        event.stopPropagation();
        does();
      }}
    >
      {icon}
    </ActionIcon>
  );
  if (editing.isRemoved(row))
    return act(words.rowsRestoreOne, <IconArrowBackUp size={15} aria-hidden />, () => editing.putRow(row, true));
  return (
    <>
      {!editing.isFull && act(words.editRow, <IconPencil size={15} aria-hidden />, () => editing.editRow(row))}
      {act(words.removeRow, <IconTrash size={15} aria-hidden />, () => editing.putRow(row, false))}
    </>
  );
}
