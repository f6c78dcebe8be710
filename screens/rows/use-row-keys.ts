import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { RowsPage } from './rows-source.tsx';
import {
  countSelected,
  isSelected,
  mostKeys,
  nothingSelected,
  withRows,
  type Selection,
  type ServerRow,
} from '#engine/rows/selection.ts';
import type { Choosable } from './use-choosable.ts';

/** Rows of one reading, where a range reaches beyond those that are here. */
const READ_AT_ONCE = 500;

interface Setting {
  count: number;
  rowAt(index: number): ServerRow | undefined;
  read(offset: number, limit: number): Promise<RowsPage>;
  selected: Selection;
  choosable: Choosable;
  onSelect?: (selection: Selection) => void;
  show(index: number): void;
  /** Rows of a screen. */
  page(): number;
}

/** The row that the keyboard is at, and the selection by keys and by the pointer. */
export function useRowKeys({ count, rowAt, read, selected, choosable, onSelect, show, page }: Setting) {
  const [active, setActive] = useState<number>();
  const [anchor, setAnchor] = useState<number>();
  const [problem, setProblem] = useState<'many' | 'unread'>();
  const all =
    choosable.filter !== undefined &&
    choosable.count !== undefined &&
    choosable.count > 0 &&
    countSelected(selected, choosable.filter, choosable.count) === choosable.count;

  function go(index: number, extend: boolean): void {
    if (count === 0) return;
    const next = Math.min(Math.max(index, 0), count - 1);
    setActive(next);
    show(next);
    if (extend) void range(anchor ?? active ?? next, next);
    else setAnchor(next);
  }

  function toggle(index: number): void {
    const row = rowAt(index);
    setAnchor(index);
    if (row === undefined || onSelect === undefined || !choosable.has(row)) return;
    change(withRows(selected, [row], !isSelected(selected, row)));
  }

  function change(next: Selection): void {
    const many = !next.all ? next.keys.length : next.except.length;
    setProblem(many > mostKeys ? 'many' : undefined);
    if (many <= mostKeys) onSelect?.(next);
  }

  async function range(from: number, to: number): Promise<void> {
    if (onSelect === undefined) return;
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    if (high - low >= mostKeys) return setProblem('many');
    const here: ServerRow[] = [];
    for (let index = low; index <= high; index += 1) {
      const row = rowAt(index);
      if (row !== undefined) here.push(row);
    }
    const whole = here.length === high - low + 1;
    try {
      const rows = whole ? here : await readBetween(low, high);
      change(
        withRows(
          selected,
          rows.filter((row) => choosable.has(row)),
          true,
        ),
      );
    } catch {
      setProblem('unread');
    }
  }

  async function readBetween(low: number, high: number): Promise<ServerRow[]> {
    const found: ServerRow[] = [];
    for (let offset = low; offset <= high; offset += READ_AT_ONCE)
      found.push(...(await read(offset, Math.min(READ_AT_ONCE, high - offset + 1))).items);
    return found;
  }

  const selectAll = () => {
    if (choosable.filter !== undefined) change({ all: true, filter: choosable.filter, except: [] });
  };

  return {
    active,
    all,
    problem,
    toggleAll: () => (all ? change(nothingSelected) : selectAll()),
    forget() {
      setActive(undefined);
      setAnchor(undefined);
    },
    onClick({ target, shiftKey }: MouseEvent<HTMLElement>): void {
      const row = (target as Element).closest<HTMLElement>('[data-index]');
      if (!row) return;
      const index = Number(row.dataset['index']);
      setActive(index);
      if (shiftKey) void range(anchor ?? index, index);
      else toggle(index);
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>): void {
      // Buttons of the head have keys of their own.
      if (event.target !== event.currentTarget) return;
      const { key, shiftKey, ctrlKey, metaKey } = event;
      const at = active ?? -1;
      const moves: Record<string, number> = {
        ArrowDown: at + 1,
        ArrowUp: at - 1,
        PageDown: at + page(),
        PageUp: at - page(),
        Home: 0,
        End: count - 1,
      };
      const next = moves[key];
      if (next !== undefined) go(next, shiftKey);
      else if (key === ' ' && active !== undefined) toggle(active);
      else if (key.toLowerCase() === 'a' && (ctrlKey || metaKey) && onSelect) selectAll();
      else return;
      event.preventDefault();
    },
  };
}
