import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { choicesOf } from '../field-options.ts';
import type { WidgetProps } from '../widget-props.ts';
import styles from '../form.module.css';

/** A few choices side by side. */
export function SegmentedWidget(props: WidgetProps): ReactNode {
  const { id, schema, options, labelId, value, readOnly, describedBy, required, onChange, onBlur } = props;
  const choices = choicesOf(schema, options);
  const chosen = choices.findIndex((choice) => choice.value === value);
  return (
    <SegmentedControl
      id={id}
      className={styles.segmented}
      size="sm"
      role="radiogroup"
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      aria-required={required}
      disabled={readOnly}
      value={String(chosen)}
      data={choices.map((choice, index) => ({ value: String(index), label: choice.label }))}
      onChange={(index) => onChange(choices[Number(index)]?.value)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur();
      }}
    />
  );
}
