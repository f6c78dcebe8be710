import type { ReactNode } from 'react';
import { useFormat } from '#screens/shared/format.ts';
import styles from './data-table.module.css';

interface FilterChipsProps<T extends string> {
  label: string;
  choices: readonly {
    value: T;
    label: string;
    count?: number | undefined;
    icon?: ReactNode;
  }[];
  chosen: T | undefined;
  onChoose: (value: T | undefined) => void;
}

/** A filter with at most one value; clicking the selected chip clears it. */
export function FilterChips<T extends string>({ label, choices, chosen, onChoose }: FilterChipsProps<T>): ReactNode {
  const format = useFormat();
  return (
    <div className={styles.chips} role="group" aria-label={label}>
      {choices.map(({ value, label: words, count, icon }) => (
        <button
          key={value}
          type="button"
          className={styles.chip}
          aria-pressed={chosen === value}
          onClick={() => onChoose(chosen === value ? undefined : value)}
        >
          {icon}
          {words}
          {count === undefined ? null : <span className={styles.chipCount}>{format.number(count)}</span>}
        </button>
      ))}
    </div>
  );
}
