import { Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { inputAttributes, type WidgetProps } from '../widget-props.ts';
import styles from '../form.module.css';

/** A one-time code. Blanks that a person types or pastes between its groups are left out. */
export function CodeWidget(props: WidgetProps): ReactNode {
  const { value, onChange, options, schema } = props;
  const length = options.length ?? schema.maxLength;
  return (
    <Input
      {...inputAttributes(props)}
      autoComplete={options.autocomplete ?? 'one-time-code'}
      inputMode="numeric"
      spellCheck={false}
      autoCapitalize="none"
      value={typeof value === 'string' ? value : ''}
      classNames={{ input: styles.code, wrapper: length && length <= 12 ? styles.codeWrapper : undefined }}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\s/g, '') || undefined)}
    />
  );
}
