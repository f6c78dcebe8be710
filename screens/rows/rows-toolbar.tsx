import { Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { RowsDocument } from '#engine/document/document.ts';
import { fill } from '../words.tsx';
import { useRowsWords } from './rows-words.ts';
import type { RowsColumn } from './columns.ts';
import type { RowFilter } from '#engine/rows/selection.ts';
import styles from './rows.module.css';

/** A search is sent when the person pauses. */
const PAUSE = 250;

/** Of the choice that finds every row. */
const EVERY = '';

interface Props {
  /** Whose named values filter the rows. */
  column: RowsColumn | undefined;
  /** What they are called in this table, and with a choice that finds every row. */
  filters: RowsDocument['filters'];
  filter: RowFilter;
  onFilter(filter: RowFilter): void;
  total: number | undefined;
  /** Rows with each value of that column. */
  counts: Readonly<Record<string, number>>;
}

export function RowsToolbar({ column, filters, filter, onFilter, total, counts }: Props): ReactNode {
  const words = useRowsWords();
  const [text, setText] = useState(filter.search ?? '');
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
      ...(column && value !== null && value !== EVERY && { field: column.name, value }),
    });
  };
  const named = (column?.choices ?? []).map(({ value, label }) => ({ value: String(value), label }));
  const choices = filters?.map(({ title, value = EVERY }) => ({ value, label: title })) ?? named;
  const shares = named.flatMap(({ value, label }) => {
    const count = counts[value] ?? 0;
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
          {...(filters ? { allowDeselect: false } : { clearable: true })}
          value={filter.value ?? (filters ? EVERY : null)}
          data={choices}
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
