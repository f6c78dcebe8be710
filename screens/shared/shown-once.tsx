import { Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import styles from './shared.module.css';

interface Props {
  text: string | undefined;
  label: string;
  /** What is copied, for those who do not see where the button stands. */
  subject: string;
}

/** A text that the server tells once, to be copied from here; nothing where it is no longer known. */
export function ShownOnce({ text, label, subject }: Props): ReactNode {
  if (text === undefined) return null;
  return (
    <div className={styles.once}>
      <Input
        className={styles.onceText}
        aria-label={label}
        value={text}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={text} subject={subject} />
    </div>
  );
}
