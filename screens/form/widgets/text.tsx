import { Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { inputAttributes, type WidgetProps } from '../widget-props.ts';
import styles from '../form.module.css';

const KEYBOARDS: Record<
  string,
  { type?: 'email' | 'tel' | 'url' | 'date' | 'datetime-local'; inputMode?: 'url' | 'numeric' | 'decimal' }
> = {
  email: { type: 'email' },
  phone: { type: 'tel' },
  'http-url': { inputMode: 'url' },
  'secure-url': { inputMode: 'url' },
  uri: { inputMode: 'url' },
  hostname: { inputMode: 'url' },
  'hostname-or-ip': { inputMode: 'url' },
  port: { inputMode: 'numeric' },
  'local-date-time': { type: 'datetime-local' },
  date: { type: 'date' },
};

/** One line of text. What has a format is neither spell-checked nor capitalised, and loses blanks around it on leaving. */
export function TextWidget(props: WidgetProps): ReactNode {
  const { schema, options, value, onChange, onBlur } = props;
  const text = typeof value === 'string' ? value : value === undefined || value === null ? '' : String(value);
  const technical = schema.format !== undefined || options.monospace === true;
  return (
    <Input
      {...inputAttributes(props)}
      {...(schema.format ? KEYBOARDS[schema.format] : undefined)}
      value={text}
      spellCheck={technical ? false : undefined}
      autoCapitalize={technical ? 'none' : undefined}
      classNames={options.monospace ? { input: styles.mono } : {}}
      leftSection={options.prefix}
      rightSection={options.suffix && <span className={styles.affix}>{options.suffix}</span>}
      rightSectionWidth={options.suffix ? 'auto' : undefined}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      onBlur={() => {
        if (schema.format && text !== text.trim()) onChange(text.trim() || undefined);
        onBlur();
      }}
    />
  );
}
