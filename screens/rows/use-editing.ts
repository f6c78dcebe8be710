import { useState } from 'react';
import type { RowsDocument } from '#engine/document/document.ts';
import {
  changer,
  countSelected,
  mostChanges,
  mostKeys,
  nothingSelected,
  selector,
  withChange,
  withKeys,
  type RowFilter,
  type RowsAnswer,
  type Selection,
  type ServerRow,
} from '#engine/rows/selection.ts';
import type { RowsSource } from './rows-source.tsx';
import type { Choosable } from './use-choosable.ts';

/** Rows of one reading. */
const READ_AT_ONCE = 500;
const MOST_UNDONE = 50;

interface Setting {
  rows: RowsDocument;
  source: RowsSource;
  run: string;
  choosable: Choosable;
  answer: RowsAnswer | undefined;
  onAnswer: (answer: RowsAnswer) => void;
}

/** What the dialog edits: one row as it stands, or several. */
export type Edited = { row: ServerRow; rows: Selection } | { count: number | undefined; rows: Selection };

export type RowsEditing = ReturnType<typeof useEditing>;

/**
 * Every row that can be selected is part of the answer until it is removed. What a person marks is no answer: it says what the
 * next edit or removal is about.
 */
export function useEditing({ rows, source, run, choosable, answer: given, onAnswer }: Setting) {
  const [selection, mark] = useState<Selection>(nothingSelected);
  const [edited, setEdited] = useState<Edited>();
  const [before, setBefore] = useState<readonly RowsAnswer[]>([]);
  const [problem, setProblem] = useState<'unread' | 'removed'>();
  const answer = given ?? { selected: everyRow(rows) };
  const { selected, changes = [] } = answer;
  const isKept = selector(selected);
  const changed = changer(changes);
  const { filter = {}, count = 0 } = choosable;

  function answerWith(next: RowsAnswer): void {
    setBefore([...before, answer].slice(-MOST_UNDONE));
    onAnswer(next);
  }

  async function keysWhere(filter: RowFilter, isWanted: (row: ServerRow) => boolean): Promise<readonly string[]> {
    const keys: string[] = [];
    for (let offset = 0; ; offset += READ_AT_ONCE) {
      const page = await source.read(run, { ...filter, offset, limit: READ_AT_ONCE }, new AbortController().signal);
      keys.push(...page.items.filter(isWanted).map(({ key }) => key));
      if (page.items.length < READ_AT_ONCE) return keys;
    }
  }

  /** Removes the rows, or puts them back. */
  function putKeys(reading: readonly string[] | Promise<readonly string[]>, on: boolean): void {
    setProblem(undefined);
    Promise.resolve(reading).then(
      (keys) => {
        const next = withKeys(selected, keys, on);
        if (next.all && next.except.length > mostKeys) return setProblem('removed');
        answerWith({ ...answer, selected: next });
        mark(nothingSelected);
      },
      () => setProblem('unread'),
    );
  }

  function put(on: boolean, some: Selection = selection): void {
    putKeys(some.all ? keysWhere(some.filter, selector(some)) : some.keys, on);
  }

  /** Removes every row that is not marked, of whatever filter. */
  function removeOthers(): void {
    const isMarked = selector(selection);
    putKeys(
      keysWhere(everyRow(rows).filter, (row) => !isMarked(row)),
      false,
    );
  }

  async function rowOf(key: string): Promise<ServerRow | undefined> {
    const found = await source.read(run, { search: key, offset: 0, limit: READ_AT_ONCE }, new AbortController().signal);
    return found.items.find((row) => row.key === key);
  }

  function edit(): void {
    setProblem(undefined);
    const [key] = selection.all || selection.keys.length !== 1 ? [] : selection.keys;
    if (key === undefined) return setEdited({ count: countSelected(selection, filter, count), rows: selection });
    rowOf(key).then(
      (row) => (row === undefined ? setProblem('unread') : editRow(row)),
      () => setProblem('unread'),
    );
  }

  function editRow(row: ServerRow): void {
    setEdited({ row: { ...row, data: changed(row) }, rows: { all: false, keys: [row.key] } });
  }

  return {
    selection,
    mark,
    /** How many rows are marked; undefined where another filter marked them. */
    marked: selection.all && choosable.count === undefined ? undefined : countSelected(selection, filter, count),
    /** It can be neither edited nor removed. */
    isFixed: (row: ServerRow) => !choosable.has(row),
    isRemoved: (row: ServerRow) => choosable.has(row) && !isKept(row),
    hasRemoved: selected.all && selected.except.length > 0,
    isFull: changes.length > mostChanges - (rows.editable?.length ?? 0),
    problem,
    edited,
    edit,
    editRow,
    put,
    removeOthers,
    putRow: (row: ServerRow, on: boolean) => put(on, { all: false, keys: [row.key] }),
    save(values: Readonly<Record<string, unknown>>): void {
      if (edited === undefined) return;
      const all = Object.entries(values).reduce<readonly (typeof changes)[number][]>(
        (made, [column, value]) => withChange(made, { rows: edited.rows, column, value }),
        changes,
      );
      answerWith({ ...answer, changes: all });
      setEdited(undefined);
    },
    closeEditor: () => setEdited(undefined),
    clear: () => mark(nothingSelected),
    canUndo: before.length > 0,
    undo(): void {
      const last = before.at(-1);
      setBefore(before.slice(0, -1));
      if (last !== undefined) onAnswer(last);
    },
  };
}

function everyRow({ filter, selectable = [] }: RowsDocument): Extract<Selection, { all: true }> {
  const [value] = selectable;
  return { all: true, filter: filter === undefined || value === undefined ? {} : { field: filter, value }, except: [] };
}
