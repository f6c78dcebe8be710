import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { RowsDocument } from '#engine/document/document.ts';
import { useRowsWords } from './rows-words.ts';
import { columnsOf, nameOfRow, propertiesOf, trackOf } from './columns.ts';
import { EditBar } from './edit-bar.tsx';
import { RowActions } from './row-actions.tsx';
import { RowsEditor } from './rows-editor.tsx';
import { useEditing, type RowsEditing } from './use-editing.ts';
import { RowsHead } from './rows-head.tsx';
import { RowsNote } from './rows-note.tsx';
import { RowsRow } from './rows-row.tsx';
import { RowsToolbar } from './rows-toolbar.tsx';
import { useRowsSource } from './rows-source.tsx';
import {
  changer,
  nothingSelected,
  selector,
  type RowFilter,
  type RowsAnswer,
  type Selection,
  type ServerRow,
} from '#engine/rows/selection.ts';
import { useChoosable } from './use-choosable.ts';
import { useRows } from './use-rows.ts';
import { useRowKeys } from './use-row-keys.ts';
import { SelectionBar } from './selection-bar.tsx';
import styles from './rows.module.css';

const ROW = 36;

interface Props {
  label: string;
  rows: RowsDocument;
  run: string;
  /** The run goes on. */
  active: boolean;
  /** The rows can be selected. */
  answer?: RowsAnswer;
  onAnswer?: (answer: RowsAnswer) => void;
  readOnly?: boolean;
}

/** Rows that live on the server: read where they are in sight, filtered and sorted there, and followed while they are found. */
export function ServerRows({ label, rows, run, active, answer, onAnswer, readOnly = false }: Props): ReactNode {
  const words = useRowsWords();
  const source = useRowsSource();
  const columns = useMemo(() => columnsOf(rows), [rows]);
  const filterColumn = useMemo(() => propertiesOf(rows).find(({ name }) => name === rows.filter), [rows]);
  const [filter, setFilter] = useState<RowFilter>(() => firstFilter(rows));
  const [chosenSort, setSort] = useState<string>();
  const sort = chosenSort ?? rows.sort;
  const state = useRows({ source, run, filter, sort, countBy: rows.filter, active });
  const { total, seen, rowAt } = state;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const count = total ?? 0;

  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
  });
  const visible = virtualizer.getVirtualItems();
  const first = visible[0]?.index ?? 0;
  useEffect(() => seen(first), [seen, first]);

  const selects = onAnswer !== undefined && !readOnly;
  const choosable = useChoosable({ rows, source, run, filter, total });
  const edits = useEditing({ rows, source, run, choosable, answer, onAnswer: (next) => onAnswer?.(next) });
  const editing = selects && rows.editor !== undefined ? edits : undefined;
  const selected = editing?.selection ?? answer?.selected ?? nothingSelected;
  const isChosen = useMemo(() => selector(selected), [selected]);
  const changed = useMemo(() => changer(answer?.changes ?? []), [answer?.changes]);
  const select = (next: Selection) => (editing ? editing.mark(next) : onAnswer?.({ ...answer, selected: next }));
  const keys = useRowKeys({
    count,
    choosable,
    rowAt,
    selected,
    read: (offset, limit) =>
      source.read(run, { ...filter, ...(sort !== undefined && { sort }), offset, limit }, new AbortController().signal),
    ...(selects && { onSelect: select }),
    show: (index) => virtualizer.scrollToIndex(index),
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? ROW) / ROW) - 1),
  });
  const anew = (next: () => void) => {
    next();
    keys.forget();
    scroller.current?.scrollTo?.({ top: 0 });
  };
  const tracks = [selects && '36px', ...columns.map(trackOf), editing && '104px'];
  const template = { gridTemplateColumns: tracks.filter(Boolean).join(' ') };

  // A button that was pressed and goes, such as Select none, takes the focus with it, and so does the dialog of a row.
  const had = useRef(false);
  const edited = editing?.edited;
  useEffect(() => {
    if (had.current && document.activeElement === document.body) scroller.current?.focus({ preventScroll: true });
  }, [selected, edited]);

  return (
    <div
      className={styles.rows}
      onFocus={() => (had.current = true)}
      onBlur={({ relatedTarget }) => (had.current = relatedTarget === null)}
    >
      <RowsToolbar
        column={filterColumn}
        filters={rows.filters}
        filter={filter}
        onFilter={(next) => anew(() => setFilter(next))}
        total={total}
        counts={state.counts}
      />
      {editing && <EditBar editing={editing} problem={keys.problem} />}
      {selects && !editing && (
        <SelectionBar
          columns={columns.filter(({ name }) => rows.editable?.includes(name))}
          answer={{ ...answer, selected }}
          choosable={choosable}
          problem={keys.problem}
          onAnswer={onAnswer}
        />
      )}
      <RowsNote state={state} />
      <div
        ref={scroller}
        className={styles.scroll}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={count + 1}
        aria-colcount={columns.length + (editing ? 1 : 0)}
        aria-busy={total === undefined || state.old}
        aria-multiselectable={selects || undefined}
        aria-activedescendant={keys.active === undefined ? undefined : `${id}-${keys.active}`}
        data-empty={total === 0 || undefined}
        style={rows.height === undefined ? undefined : { maxHeight: rows.height }}
        onKeyDown={(event) => {
          if (editing && event.target === event.currentTarget) actByKey(event, editing, rowAt(keys.active ?? -1));
          if (!event.defaultPrevented) keys.onKeyDown(event);
        }}
        onClick={keys.onClick}
      >
        <RowsHead
          columns={columns}
          sort={sort}
          onSort={(next) => anew(() => setSort(next))}
          template={template}
          {...(selects && { all: keys.all, onAll: keys.toggleAll })}
          acts={editing !== undefined}
        />
        {total === 0 ? (
          <p className={styles.empty}>
            {filter.search || filter.field
              ? words.noMatch
              : active
                ? words.rowsNoneYet
                : (rows.empty ?? words.rowsNone)}
          </p>
        ) : (
          <div role="rowgroup" className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
            {visible.map(({ index, start }) => {
              const row = rowAt(index);
              return (
                <RowsRow
                  key={index}
                  id={`${id}-${index}`}
                  measure={virtualizer.measureElement}
                  index={index}
                  start={start}
                  row={row}
                  data={row && changed(row)}
                  columns={columns}
                  template={template}
                  active={keys.active === index}
                  selected={selects ? row !== undefined && choosable.has(row) && isChosen(row) : undefined}
                  fixed={row !== undefined && !choosable.has(row)}
                  removed={row !== undefined && editing?.isRemoved(row) === true}
                  required={rows.editor?.required ?? noneRequired}
                  {...(editing && {
                    actions: row && choosable.has(row) && (
                      <RowActions row={row} name={nameOfRow(rows, row)} editing={editing} />
                    ),
                  })}
                />
              );
            })}
          </div>
        )}
      </div>
      {editing?.edited && (
        <RowsEditor rows={rows} edited={editing.edited} onSave={editing.save} onClose={editing.closeEditor} />
      )}
    </div>
  );
}

const noneRequired = {};

function firstFilter({ filter, filters = [] }: RowsDocument): RowFilter {
  const value = filters.find(({ first }) => first)?.value;
  return filter === undefined || value === undefined ? {} : { field: filter, value };
}

/** Enter edits the row that the keyboard is at; Delete removes it, or every marked row. */
function actByKey(event: KeyboardEvent, editing: RowsEditing, row: ServerRow | undefined): void {
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && row && !editing.isFixed(row)) editing.editRow(row);
  else if (event.key === 'Delete' && editing.marked !== 0) editing.put(false);
  else if (event.key === 'Delete' && row && !editing.isFixed(row)) editing.putRow(row, false);
  else return;
  event.preventDefault();
}
