import { Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { inputAttributes, type WidgetProps } from '../widget-props.ts';
import styles from '../form.module.css';

export function TextareaWidget(props: WidgetProps): ReactNode {
  const { value, options, onChange } = props;
  return (
    <Input
      component="textarea"
      multiline
      {...inputAttributes(props)}
      rows={options.rows ?? 4}
      spellCheck={options.monospace ? false : undefined}
      classNames={{ input: `${styles.textarea} ${options.monospace ? styles.mono : ''}` }}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}
