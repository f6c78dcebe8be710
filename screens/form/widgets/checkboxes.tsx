import { Box, Button, Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { isSchema, type Schema } from '#engine/document/schema.ts';
import { fill, useScreenWords } from '../../words.tsx';
import { choicesOf } from '../field-options.ts';
import type { WidgetProps } from '../widget-props.ts';
import styles from '../form.module.css';

/** Several of a few named values, in the order in which they are offered. */
export function CheckboxesWidget(props: WidgetProps): ReactNode {
  const { id, schema, options, label, labelId, value, readOnly, describedBy, onChange, onBlur } = props;
  const choices = choicesOf(isSchema(schema.items) ? (schema.items as Schema) : {}, options);
  const words = useScreenWords();
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const known = choices.map((choice) => choice.value as unknown);
  const all = known.every((one) => chosen.includes(one));
  const toggle = (one: unknown, on: boolean) => {
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
      {choices.length > 1 ? (
        <Button
          className={styles.selectAll}
          variant="subtle"
          size="compact-xs"
          disabled={readOnly}
          aria-label={fill(all ? words.selectNoneOf : words.selectAllOf, { field: label })}
          onClick={() => onChange([...(all ? [] : known), ...chosen.filter((other) => !known.includes(other))])}
        >
          {all ? words.selectNone : words.selectAll}
        </Button>
      ) : null}
    </Box>
  );
}
