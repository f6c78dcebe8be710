import { TagsInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { inputAttributes, type WidgetProps } from '../widget-props.ts';
import styles from '../form.module.css';

/** Several texts, each entered with Enter; what was typed without it counts when the field is left. */
export function TagsWidget(props: WidgetProps): ReactNode {
  const { schema, value, readOnly, describedBy, options, onChange } = props;
  const held = Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
  return (
    <TagsInput
      {...inputAttributes(props)}
      classNames={{ input: styles.several, inputField: styles.severalText }}
      data-tags
      aria-describedby={describedBy}
      placeholder={held.length > 0 ? '' : options.placeholder}
      readOnly={readOnly}
      maxTags={schema.maxItems ?? Number.POSITIVE_INFINITY}
      splitChars={[',']}
      acceptValueOnBlur
      value={held}
      onChange={(tags) => onChange(tags.length > 0 ? tags : undefined)}
    />
  );
}
