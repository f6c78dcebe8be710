import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WidgetProps } from '../widget-props.ts';

export function CheckboxWidget({
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
    <Checkbox
      id={id}
      label={label}
      checked={value === true}
      disabled={readOnly}
      error={invalid}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.currentTarget.checked)}
      onBlur={onBlur}
    />
  );
}
