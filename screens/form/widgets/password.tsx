import { PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { fill, useScreenWords } from '../../words.tsx';
import { inputAttributes, type WidgetProps } from '../widget-props.ts';

/** A secret, hidden until the person asks to see it. */
export function PasswordWidget(props: WidgetProps): ReactNode {
  const words = useScreenWords();
  const { value, onChange, options, label } = props;
  return (
    <PasswordInput
      {...inputAttributes(props)}
      autoComplete={options.autocomplete ?? 'current-password'}
      value={typeof value === 'string' ? value : ''}
      visibilityToggleButtonProps={{ 'aria-label': `${fill(words.show, {})} ${label.toLowerCase()}`, tabIndex: 0 }}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}
