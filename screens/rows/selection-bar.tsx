import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { fill } from '../words.tsx';
import { useRowsWords } from './rows-words.ts';
import { cellText, type RowsColumn } from './columns.ts';
import { countSelected, mostChanges, mostKeys, nothingSelected, type RowsAnswer } from '#engine/rows/selection.ts';
import type { Choosable } from './use-choosable.ts';
import styles from './rows.module.css';

interface Props {
  /** Those that may be changed. */
  columns: readonly RowsColumn[];
  answer: RowsAnswer;
  choosable: Choosable;
  problem: 'many' | 'unread' | undefined;
  onAnswer(answer: RowsAnswer): void;
}

/** How many rows are selected, and one value for a column of all of them. */
export function SelectionBar({ columns, answer, choosable, problem, onAnswer }: Props): ReactNode {
  const words = useRowsWords();
  const { selected, changes = [] } = answer;
  const { filter = {}, count: total } = choosable;
  // While they are counted it is unknown how many of them are selected.
  const count = selected.all && total === undefined ? undefined : countSelected(selected, filter, total ?? 0);
  return (
    <div className={styles.selection}>
      <span role="status" className={styles.selected}>
        {count === undefined
          ? words.rowsSelectedByFilter
          : fill(words.rowsSelected, { count: count.toLocaleString('en') })}
      </span>
      {count !== 0 && (
        <Button size="compact-xs" variant="subtle" onClick={() => onAnswer({ ...answer, selected: nothingSelected })}>
          {words.selectNone}
        </Button>
      )}
      {columns.length > 0 && count !== 0 && changes.length < mostChanges && (
        <Edit
          columns={columns}
          onApply={(column, value) => onAnswer({ ...answer, changes: [...changes, { rows: selected, column, value }] })}
        />
      )}
      {changes.length > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => onAnswer({ ...answer, changes: changes.slice(0, -1) })}
        >
          {words.rowsUndo}
        </Button>
      )}
      {problem && (
        <span role="alert" className={styles.problem}>
          {problem === 'many'
            ? fill(words.rowsTooMany, { count: mostKeys.toLocaleString('en') })
            : words.rowsRangeUnread}
        </span>
      )}
    </div>
  );
}

function Edit({ columns, onApply }: { columns: readonly RowsColumn[]; onApply(name: string, value: unknown): void }) {
  const words = useRowsWords();
  const [name, setName] = useState(columns[0]?.name ?? '');
  const [value, setValue] = useState<unknown>();
  const column = columns.find((one) => one.name === name) ?? columns[0];
  if (!column) return null;
  const { choices, numeric, schema, title } = column;
  const label = fill(words.rowsNewValue, { field: title });
  const { minimum, maximum, minLength = 0, maxLength } = schema;
  const fits =
    value !== undefined && (typeof value !== 'string' || choices.length > 0 || value.trim().length >= minLength);
  return (
    <span className={styles.edit}>
      {columns.length > 1 && (
        <Select
          size="xs"
          aria-label={words.field}
          allowDeselect={false}
          value={column.name}
          data={columns.map((one) => ({ value: one.name, label: one.title }))}
          onChange={(next) => {
            setName(next ?? '');
            setValue(undefined);
          }}
        />
      )}
      {choices.length > 0 ? (
        <Select
          size="xs"
          aria-label={label}
          placeholder={title}
          value={value === undefined ? null : cellText(column, value)}
          data={choices.map((choice) => choice.label)}
          onChange={(next) => setValue(choices.find((choice) => choice.label === next)?.value)}
        />
      ) : numeric ? (
        <NumberInput
          size="xs"
          aria-label={label}
          placeholder={title}
          value={typeof value === 'number' ? value : ''}
          {...(minimum !== undefined && { min: minimum })}
          {...(maximum !== undefined && { max: maximum })}
          allowDecimal={schema.type === 'number'}
          onChange={(next) => setValue(typeof next === 'number' ? next : undefined)}
        />
      ) : (
        <TextInput
          size="xs"
          aria-label={label}
          placeholder={title}
          {...(maxLength !== undefined && { maxLength })}
          value={typeof value === 'string' ? value : ''}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
        />
      )}
      <Button size="xs" variant="default" disabled={!fits} onClick={() => onApply(column.name, value)}>
        {words.apply}
      </Button>
    </span>
  );
}
