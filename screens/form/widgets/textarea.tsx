import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { inputAttributes, type WidgetProps } from '../widget-props.ts';
import styles from '../form.module.css';

export function TextareaWidget(props: WidgetProps): ReactNode {
  const { value, options, onChange } = props;
  return (
    <Textarea
      {...inputAttributes(props)}
      rows={options.rows ?? 4}
      resize="vertical"
      spellCheck={options.monospace ? false : undefined}
      classNames={options.monospace ? { input: styles.mono } : {}}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}
