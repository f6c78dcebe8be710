import { Radio, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { choicesOf } from '../field-options.ts';
import type { WidgetProps } from '../widget-props.ts';

export function RadioWidget(props: WidgetProps): ReactNode {
  const { id, schema, options, labelId, value, readOnly, invalid, describedBy, required, onChange, onBlur } = props;
  const choices = choicesOf(schema, options);
  return (
    <Stack
      gap={8}
      id={id}
      role="radiogroup"
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      aria-required={required}
      aria-invalid={invalid}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur();
      }}
    >
      {choices.map((choice) => (
        <Radio
          key={String(choice.value)}
          name={id}
          label={choice.label}
          description={choice.description}
          checked={choice.value === value}
          disabled={readOnly}
          onChange={() => onChange(choice.value)}
        />
      ))}
    </Stack>
  );
}
