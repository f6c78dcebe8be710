import { Input, UnstyledButton } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useScreenWords } from '../../words.tsx';
import { inputAttributes, type WidgetProps } from '../widget-props.ts';
import styles from '../form.module.css';

/** A secret, hidden until the person asks to see it. */
export function PasswordBox(props: WidgetProps & { autoComplete: string }): ReactNode {
  const words = useScreenWords();
  const [shown, setShown] = useState(false);
  const { value, onChange, options, label, autoComplete } = props;
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <Input
      {...inputAttributes(props)}
      type={shown ? 'text' : 'password'}
      autoComplete={options.autocomplete ?? autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      value={typeof value === 'string' ? value : ''}
      rightSectionPointerEvents="all"
      rightSection={
        <UnstyledButton
          className={styles.eye}
          aria-label={`${shown ? words.hide : words.show} ${label.toLowerCase()}`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon size={16} aria-hidden />
        </UnstyledButton>
      }
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}
