import { InputWrapperContext } from '@mantine/core';
import type { ReactNode } from 'react';
import { fill, useScreenWords } from '../../words.tsx';
import { useInputSurroundings, type WidgetProps } from '../widget-props.ts';
import { PasswordBox } from './password-box.tsx';
import { strengthOf } from './strength.ts';
import styles from '../form.module.css';

/** A password that is being made up, with a hint at how hard it is to guess. The schema decides; the hint advises. */
export function NewPasswordWidget(props: WidgetProps): ReactNode {
  const words = useScreenWords();
  const { id, value, describedBy, labelId } = props;
  const password = typeof value === 'string' ? value : '';
  const strength = strengthOf(password);
  const said =
    [words.strengthWeak, words.strengthWeak, words.strengthFair, words.strengthGood, words.strengthStrong][strength] ??
    '';
  const hintId = `${id}-strength`;
  const surroundings = useInputSurroundings([describedBy, hintId].filter(Boolean).join(' '), labelId);
  return (
    <>
      <InputWrapperContext value={surroundings}>
        <PasswordBox {...props} autoComplete="new-password" />
      </InputWrapperContext>
      <div className={styles.strength} data-strength={password ? strength : undefined} aria-hidden>
        <span />
        <span />
        <span />
        <span />
      </div>
      <p id={hintId} className={styles.strengthWords} aria-live="polite">
        {password ? fill(words.strengthLabel, { strength: said }) : ''}
      </p>
    </>
  );
}
