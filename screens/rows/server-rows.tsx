import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import type { RowsDocument } from '#engine/document/document.ts';
import { useScreenWords } from '../words.tsx';
import { columnsOf, trackOf } from './columns.ts';
import { RowsHead } from './rows-head.tsx';
import { RowsNote } from './rows-note.tsx';
import { RowsRow } from './rows-row.tsx';
import { RowsToolbar } from './rows-toolbar.tsx';
import type { RowFilter } from '#engine/rows/selection.ts';
import { useRowsSource } from './rows-source.tsx';
import { changer, nothingSelected, selector, type RowsAnswer } from '#engine/rows/selection.ts';
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
  const words = useScreenWords();
  const source = useRowsSource();
  const columns = useMemo(() => columnsOf(rows), [rows]);
  const [filter, setFilter] = useState<RowFilter>({});
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

  const selected = answer?.selected ?? nothingSelected;
  const selects = onAnswer !== undefined && !readOnly;
  const choosable = useChoosable({ rows, source, run, filter, total });
  const isChosen = useMemo(() => selector(selected), [selected]);
  const changed = useMemo(() => changer(answer?.changes ?? []), [answer?.changes]);
  const keys = useRowKeys({
    count,
    choosable,
    rowAt,
    selected,
    read: (offset, limit) =>
      source.read(run, { ...filter, ...(sort !== undefined && { sort }), offset, limit }, new AbortController().signal),
    ...(selects && { onSelect: (next) => onAnswer({ ...answer, selected: next }) }),
    show: (index) => virtualizer.scrollToIndex(index),
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? ROW) / ROW) - 1),
  });
  const anew = (next: () => void) => {
    next();
    keys.forget();
    scroller.current?.scrollTo?.({ top: 0 });
  };
  const template = { gridTemplateColumns: [selects && '36px', ...columns.map(trackOf)].filter(Boolean).join(' ') };

  return (
    <div className={styles.rows}>
      <RowsToolbar
        columns={columns}
        filterBy={rows.filter}
        filter={filter}
        onFilter={(next) => anew(() => setFilter(next))}
        total={total}
        counts={state.counts}
      />
      {selects && (
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
        aria-colcount={columns.length}
        aria-busy={total === undefined || state.old}
        aria-multiselectable={selects || undefined}
        aria-activedescendant={keys.active === undefined ? undefined : `${id}-${keys.active}`}
        data-empty={total === 0 || undefined}
        onKeyDown={keys.onKeyDown}
        onClick={keys.onClick}
      >
        <RowsHead
          columns={columns}
          sort={sort}
          onSort={(next) => anew(() => setSort(next))}
          template={template}
          {...(selects && { all: keys.all, onAll: keys.toggleAll })}
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
                />
              );
            })}
          </div>
        )}
      </div>
    </div>
  );
}
