import { Pill, PillsInput } from '@mantine/core';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { inputAttributes, type WidgetProps } from '../widget-props.ts';
import styles from '../form.module.css';

/** Several texts, each entered with Enter; what was typed without it counts when the field is left. */
export function TagsWidget(props: WidgetProps): ReactNode {
  const { value, readOnly, invalid, label, describedBy, options, onChange, onBlur } = props;
  const [text, setText] = useState('');
  const { error: _error, ...attributes } = inputAttributes(props);
  const held = Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
  const keep = (tags: readonly string[]) => onChange(tags.length > 0 ? tags : undefined);
  const enter = (typed: string) => {
    const tag = typed.trim();
    setText('');
    if (tag !== '' && !held.includes(tag)) keep([...held, tag]);
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const typed = event.currentTarget.value;
    if (event.key === 'Enter' && typed.trim() !== '' && !event.nativeEvent.isComposing) {
      // It would submit the form.
      event.preventDefault();
      enter(typed);
    }
    if (event.key === 'Backspace' && typed === '') keep(held.slice(0, -1));
  };
  return (
    <PillsInput classNames={{ input: styles.several }} error={invalid} disabled={readOnly}>
      <Pill.Group>
        {held.map((tag) => (
          <Pill
            key={tag}
            withRemoveButton={!readOnly}
            removeButtonProps={{ 'aria-label': `Remove ${tag} from ${label}`, 'aria-hidden': false, tabIndex: 0 }}
            onRemove={() => keep(held.filter((one) => one !== tag))}
          >
            {tag}
          </Pill>
        ))}
        <input
          {...attributes}
          className={styles.tagText}
          data-tags
          aria-describedby={describedBy}
          aria-invalid={invalid}
          placeholder={held.length > 0 ? '' : options.placeholder}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKey}
          onBlur={() => {
            enter(text);
            onBlur();
          }}
        />
      </Pill.Group>
    </PillsInput>
  );
}
