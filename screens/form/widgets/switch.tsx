import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WidgetProps } from '../widget-props.ts';

export function SwitchWidget({
  id,
  label,
  value,
  readOnly,
  invalid,
  describedBy,
  onChange,
  onBlur,
}: WidgetProps): ReactNode {
  return (
    <Switch
      id={id}
      label={label}
      checked={value === true}
      disabled={readOnly}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      withThumbIndicator={false}
      onChange={(event) => onChange(event.currentTarget.checked)}
      onBlur={onBlur}
    />
  );
}
