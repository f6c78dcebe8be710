import { Input } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { inputAttributes, type WidgetProps } from '../widget-props.ts';
import styles from '../form.module.css';

/** The number that a text says; a text that says none stays as it is, for the schema to refuse. */
export function numberOf(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const number = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/.test(trimmed) ? Number(trimmed.replace(',', '.')) : Number.NaN;
  return Number.isFinite(number) ? number : trimmed;
}

/** A number as a text: nothing is clamped, rounded or thrown away behind the person's back. */
export function NumberWidget(props: WidgetProps): ReactNode {
  const { value, options, schema, onChange, onBlur } = props;
  const [typed, setTyped] = useState<string>();
  const given = value === undefined || value === null ? '' : String(value);
  const text = typed !== undefined && numberOf(typed) === value ? typed : given;
  return (
    <Input
      {...inputAttributes(props)}
      inputMode={schema.type === 'integer' ? 'numeric' : 'decimal'}
      value={text}
      classNames={{ input: styles.number }}
      rightSection={options.suffix && <span className={styles.affix}>{options.suffix}</span>}
      rightSectionWidth={options.suffix ? 'auto' : undefined}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(numberOf(event.currentTarget.value));
      }}
      onBlur={() => {
        setTyped(undefined);
        onBlur();
      }}
    />
  );
}
