import { useMemo } from 'react';
import { useScreenWords, type Words } from '../words.tsx';

/** What a table of server-owned rows says beside what every screen does; apart, since the first page has no such table. */
export const englishRowsWords = {
  rowsEdit: 'Edit',
  rowsEditMany: 'Edit {count} rows',
  rowsFailed: 'The rows could not be read: {reason}',
  rowsMany: '{count} rows',
  rowsNewValue: 'New value of {field}',
  rowsNone: 'No rows',
  rowsNoneYet: 'Nothing found yet',
  rowsOffline: 'You are offline. The rows are read again when the connection is back.',
  rowsOne: '1 row',
  rowsRangeUnread: 'The rows between could not be read, so none of them was selected.',
  rowsRemove: 'Remove',
  rowsRemovedTooMany: 'At most {count} rows can be removed.',
  rowsRemoveOthers: 'Remove the others',
  rowsRequired: 'Required',
  rowsRestore: 'Put back',
  rowsRestoreOne: 'Put back {row}',
  rowsSearch: 'Search rows',
  rowsSelect: 'Select {row}',
  rowsSelected: '{count} selected',
  rowsSelectedByFilter: 'All rows of an earlier filter are selected',
  rowsTooMany: 'Select at most {count} rows one by one, or all that match.',
  rowsUndo: 'Undo last change',
};

/** A language file has all of them under `screen`. */
export function useRowsWords(): Words & typeof englishRowsWords {
  const words = useScreenWords();
  return useMemo(() => ({ ...englishRowsWords, ...words }), [words]);
}
