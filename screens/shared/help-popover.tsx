import { UnstyledButton } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { fill, useScreenWords } from '../words.tsx';
import styles from './shared.module.css';

// C21-24
const HIDE_DELAY = 750;

interface Props {
  subject: string;
  text: string;
  className?: string | undefined;
}

/** A question mark that explains: opens by hover or click, closes by Escape, a click elsewhere, or 750 ms after leaving. */
export function HelpPopover({ subject, text, className }: Props): ReactNode {
  const words = useScreenWords();
  const id = useId();
  const place = useRef<HTMLSpanElement>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);
  useEffect(() => () => clearTimeout(leaving.current), []);
  useEffect(() => {
    if (!open) return;
    const elsewhere = (event: PointerEvent) => {
      if (!place.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener('pointerdown', elsewhere);
    return () => removeEventListener('pointerdown', elsewhere);
  }, [open]);
  const enter = () => {
    clearTimeout(leaving.current);
    setOpen(true);
  };
  const leave = () => {
    leaving.current = setTimeout(() => setOpen(false), HIDE_DELAY);
  };
  return (
    <span ref={place} className={`${styles.help} ${className ?? ''}`} onMouseEnter={enter} onMouseLeave={leave}>
      <UnstyledButton
        className={styles.helpButton}
        aria-label={fill(words.helpFor, { field: subject })}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        // Escape closes the topmost thing only: a dialog around this one stays.
        data-mantine-stop-propagation={open || undefined}
        onClick={enter}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !open) return;
          event.stopPropagation();
          setOpen(false);
        }}
      >
        <IconHelpCircle size={15} aria-hidden />
      </UnstyledButton>
      {open && (
        <span id={id} role="note" className={styles.helpText}>
          {text}
        </span>
      )}
    </span>
  );
}
