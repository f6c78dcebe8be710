import { Input } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SpecialPartProps } from '../registry.tsx';
import { CopyButton } from '../shared/copy-button.tsx';
import styles from './added.module.css';

/** The link with which the new user chooses a password: shown once, for the administrator to pass on. */
export default function AddedPart({ view }: SpecialPartProps): ReactNode {
  const { activationLink } = view.shown;
  if (typeof activationLink !== 'string') return null;
  return (
    <div className={styles.link}>
      <Input
        className={styles.text}
        aria-label="Activation link"
        value={activationLink}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={activationLink} subject="the activation link" />
    </div>
  );
}
