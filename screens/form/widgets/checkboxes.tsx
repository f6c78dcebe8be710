import { Box, Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { isSchema, type Schema } from '#engine/document/schema.ts';
import { choicesOf } from '../field-options.ts';
import type { WidgetProps } from '../widget-props.ts';
import styles from '../form.module.css';

/** Several of a few named values, in the order in which they are offered. */
export function CheckboxesWidget(props: WidgetProps): ReactNode {
  const { id, schema, options, labelId, value, readOnly, describedBy, onChange, onBlur } = props;
  const choices = choicesOf(isSchema(schema.items) ? (schema.items as Schema) : {}, options);
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const toggle = (one: unknown, on: boolean) => {
    const known = choices.map((choice) => choice.value as unknown);
    const kept = known.filter((other) => (other === one ? on : chosen.includes(other)));
    // A value that is no longer offered is not taken away behind the person's back.
    onChange([...kept, ...chosen.filter((other) => !known.includes(other))]);
  };
  return (
    <Box
      component="fieldset"
      id={id}
      className={styles.checkboxes}
      data-columns={options.columns}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur();
      }}
    >
      {choices.map((choice) => (
        <Checkbox
          key={String(choice.value)}
          label={choice.label}
          description={choice.description}
          checked={chosen.includes(choice.value)}
          disabled={readOnly}
          onChange={(event) => toggle(choice.value, event.currentTarget.checked)}
        />
      ))}
    </Box>
  );
}
