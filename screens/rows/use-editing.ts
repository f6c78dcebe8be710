import { useState } from 'react';
import type { RowsDocument } from '#engine/document/document.ts';
import {
  changer,
  countSelected,
  mostChanges,
  nothingSelected,
  selector,
  withChange,
  withKeys,
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
  const [failed, setFailed] = useState(false);
  const answer = given ?? { selected: everyRow(rows) };
  const { selected, changes = [] } = answer;
  const isKept = selector(selected);
  const changed = changer(changes);
  const { filter = {}, count = 0 } = choosable;

  function answerWith(next: RowsAnswer): void {
    setBefore([...before, answer].slice(-MOST_UNDONE));
    onAnswer(next);
  }

  async function keysOf(marked: Selection): Promise<readonly string[]> {
    if (!marked.all) return marked.keys;
    const isMarked = selector(marked);
    const keys: string[] = [];
    for (let offset = 0; ; offset += READ_AT_ONCE) {
      const page = await source.read(
        run,
        { ...marked.filter, offset, limit: READ_AT_ONCE },
        new AbortController().signal,
      );
      keys.push(...page.items.filter(isMarked).map(({ key }) => key));
      if (page.items.length < READ_AT_ONCE) return keys;
    }
  }

  /** Removes the rows, or puts them back. */
  function put(on: boolean, some: Selection = selection): void {
    setFailed(false);
    keysOf(some).then(
      (keys) => {
        answerWith({ ...answer, selected: withKeys(selected, keys, on) });
        mark(nothingSelected);
      },
      () => setFailed(true),
    );
  }

  async function rowOf(key: string): Promise<ServerRow | undefined> {
    const found = await source.read(run, { search: key, offset: 0, limit: READ_AT_ONCE }, new AbortController().signal);
    return found.items.find((row) => row.key === key);
  }

  function edit(): void {
    setFailed(false);
    const [key] = selection.all || selection.keys.length !== 1 ? [] : selection.keys;
    if (key === undefined) return setEdited({ count: countSelected(selection, filter, count), rows: selection });
    rowOf(key).then(
      (row) => (row === undefined ? setFailed(true) : editRow(row)),
      () => setFailed(true),
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
    failed,
    edited,
    edit,
    editRow,
    put,
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

function everyRow({ filter, selectable = [] }: RowsDocument): Selection {
  const [value] = selectable;
  return { all: true, filter: filter === undefined || value === undefined ? {} : { field: filter, value }, except: [] };
}
