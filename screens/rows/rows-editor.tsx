import { Button, Modal, Select, TextInput } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import type { RowsDocument } from '#engine/document/document.ts';
import { OutsideForm } from '../form/outside-form.tsx';
import { fill } from '../words.tsx';
import { useRowsWords } from './rows-words.ts';
import { cellText, nameOfRow, propertiesOf, type RowsColumn } from './columns.ts';
import type { Edited } from './use-editing.ts';
import styles from './rows.module.css';

interface Props {
  rows: RowsDocument;
  edited: Edited;
  onSave(values: Readonly<Record<string, unknown>>): void;
  onClose(): void;
}

/**
 * The dialog that edits rows. For one row it shows the row's facts and every editable column; for several rows, only the columns
 * that may have one value for all. It does not save columns that are empty or unchanged (F03-25, F03-26).
 */
export function RowsEditor({ rows, edited, onSave, onClose }: Props): ReactNode {
  const words = useRowsWords();
  const { facts = [], single = [], required = {} } = rows.editor ?? {};
  const one = 'row' in edited ? edited.row : undefined;
  const properties = propertiesOf(rows);
  const columns = properties.filter(
    ({ name }) => rows.editable?.includes(name) && (one !== undefined || !single.includes(name)),
  );
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(() =>
    Object.fromEntries(columns.map((column) => [column.name, one?.data[column.name] || onlyChoice(column)])),
  );
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isMissing = ({ name }: RowsColumn) => required[name] !== undefined && values[name] === '';
  const count = 'count' in edited ? edited.count : undefined;
  const title =
    one === undefined
      ? count === undefined
        ? words.rowsEdit
        : fill(words.rowsEditMany, { count: count.toLocaleString('en') })
      : fill(words.editRow, { row: nameOfRow(rows, one) });

  function save(): void {
    setTried(true);
    const missing = columns.find(isMissing);
    if (missing !== undefined) {
      form.current?.querySelector<HTMLElement>(`[name="${missing.name}"]`)?.focus();
      return;
    }
    const given = columns.flatMap(({ name }) => {
      const held = values[name];
      const value = typeof held === 'string' ? held.trim() : held;
      return value === '' || value === one?.data[name] ? [] : [[name, value] as const];
    });
    if (given.length === 0) onClose();
    else onSave(Object.fromEntries(given));
  }

  return (
    <OutsideForm>
      <Modal opened onClose={onClose} title={title} size={480} closeButtonProps={{ 'aria-label': words.cancel }}>
        <form
          ref={form}
          className={styles.editor}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          {one !== undefined && (
            <dl className={styles.facts}>
              {facts.map((fact) => {
                const column = properties.find(({ name }) => name === fact);
                const text = column && cellText(column, one.data[fact]);
                return (
                  <div key={fact}>
                    <dt>{column?.schema.description ?? column?.title}</dt>
                    <dd data-none={text ? undefined : true}>{text || words.notGiven}</dd>
                  </div>
                );
              })}
            </dl>
          )}
          {columns.map((column) => (
            <Field
              key={column.name}
              column={column}
              value={values[column.name]}
              required={required[column.name] !== undefined}
              error={tried && isMissing(column) ? words.rowsRequired : undefined}
              onChange={(value) => setValues({ ...values, [column.name]: value })}
            />
          ))}
          <div className={styles.editorActions}>
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit">{words.save}</Button>
          </div>
        </form>
      </Modal>
    </OutsideForm>
  );
}

/** Where there is nothing to choose, it is chosen already. */
function onlyChoice({ choices }: RowsColumn): unknown {
  return choices.length === 1 ? choices[0]?.value : '';
}

interface FieldProps {
  column: RowsColumn;
  value: unknown;
  required: boolean;
  error: string | undefined;
  onChange(value: unknown): void;
}

function Field({ column, value, required, error, onChange }: FieldProps): ReactNode {
  const { name, title, choices, schema } = column;
  const shared = { name, label: title, required, error };
  if (choices.length > 0)
    return (
      <Select
        {...shared}
        searchable
        allowDeselect={false}
        value={value === '' ? null : cellText(column, value)}
        data={choices.map(({ label }) => label)}
        onChange={(next) => onChange(choices.find(({ label }) => label === next)?.value ?? '')}
      />
    );
  return (
    <TextInput
      {...shared}
      {...(schema.maxLength !== undefined && { maxLength: schema.maxLength })}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
