import { Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { fill, useScreenWords } from '../words.tsx';
import type { RowsColumn } from './columns.ts';
import type { RowFilter } from '#engine/rows/selection.ts';
import styles from './rows.module.css';

/** A search is sent when the person pauses. */
const PAUSE = 250;

interface Props {
  columns: readonly RowsColumn[];
  /** The column whose named values filter the rows. */
  filterBy: string | undefined;
  filter: RowFilter;
  onFilter(filter: RowFilter): void;
  total: number | undefined;
  /** Rows with each value of that column. */
  counts: Readonly<Record<string, number>>;
}

export function RowsToolbar({ columns, filterBy, filter, onFilter, total, counts }: Props): ReactNode {
  const words = useScreenWords();
  const [text, setText] = useState(filter.search ?? '');
  const column = columns.find(({ name }) => name === filterBy);
  const search = useEffectEvent((next: string) => {
    const { search: before = '', ...rest } = filter;
    if (next !== before) onFilter({ ...rest, ...(next !== '' && { search: next }) });
  });
  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  const choose = (value: string | null) => {
    const { search: kept } = filter;
    onFilter({
      ...(kept !== undefined && { search: kept }),
      ...(column && value !== null && { field: column.name, value }),
    });
  };
  const shares = (column?.choices ?? []).flatMap(({ value, label }) => {
    const count = counts[String(value)] ?? 0;
    return count > 0 ? [`${label} ${count.toLocaleString('en')}`] : [];
  });
  return (
    <div className={styles.bar}>
      <TextInput
        size="xs"
        className={styles.search}
        leftSection={<IconSearch size={14} aria-hidden />}
        aria-label={words.rowsSearch}
        placeholder={words.rowsSearch}
        maxLength={200}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {column && (
        <Select
          size="xs"
          className={styles.filter}
          aria-label={column.title}
          placeholder={column.title}
          clearable
          value={filter.value ?? null}
          data={column.choices.map(({ value, label }) => ({ value: String(value), label }))}
          onChange={choose}
        />
      )}
      {total !== undefined && (
        <span className={styles.count}>
          {total === 1 ? words.rowsOne : fill(words.rowsMany, { count: total.toLocaleString('en') })}
        </span>
      )}
      {shares.length > 0 && <span className={styles.shares}>{shares.join(' · ')}</span>}
    </div>
  );
}
