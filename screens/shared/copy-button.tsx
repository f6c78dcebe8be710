import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { fill, useScreenWords } from '../words.tsx';
import styles from './shared.module.css';

// C21-22
const COPIED_FOR = 3000;

interface Props {
  text: string;
  /** What is copied, for those who do not see where the button stands. */
  subject: string;
  label?: string;
}

/** Copies a text; says so for three seconds, or why it could not (C21-48). */
export function CopyButton({ text, subject, label }: Props): ReactNode {
  const words = useScreenWords();
  const [outcome, setOutcome] = useState<{ copied: true } | { copied: false; reason: string }>();
  const reverting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(reverting.current), []);
  const copy = async () => {
    clearTimeout(reverting.current);
    try {
      // Without TLS a browser has no clipboard to offer.
      if (!navigator.clipboard) throw new Error('this browser allows it on secure pages (https) only');
      await navigator.clipboard.writeText(text);
      setOutcome({ copied: true });
      reverting.current = setTimeout(() => setOutcome(undefined), COPIED_FOR);
    } catch (cause) {
      setOutcome({ copied: false, reason: cause instanceof Error ? cause.message : String(cause) });
    }
  };
  const copied = outcome?.copied === true;
  return (
    <span className={styles.copy}>
      <Button
        variant="default"
        leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
        aria-label={copied ? undefined : `${label ?? words.copy} ${subject}`}
        onClick={() => void copy()}
      >
        {copied ? words.copied : (label ?? words.copy)}
      </Button>
      <output className={styles.quiet}>{copied ? words.copied : ''}</output>
      {outcome?.copied === false && (
        <span role="alert" className={styles.failure}>
          {fill(words.copyFailed, { reason: outcome.reason })}
        </span>
      )}
    </span>
  );
}
