import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import { diffLines } from './line-diff.ts';
import styles from './text-diff.module.css';

interface Props {
  label: string;
  before: string;
  after: string;
}

/** The lines of two texts, with those that were added and removed. */
export function TextDiff({ label, before, after }: Props): ReactNode {
  const t = useWords();
  return (
    <div className={styles.diff} role="region" aria-label={label} tabIndex={0}>
      {diffLines(before, after).map((line, index) => (
        <div key={index} data-kind={line.kind}>
          <span aria-hidden>{line.kind === 'added' ? '+' : line.kind === 'removed' ? '−' : ' '}</span>
          {line.kind === 'same' ? null : <span className={styles.hidden}>{t(`diff.${line.kind}`)}</span>}
          {line.text}
        </div>
      ))}
    </div>
  );
}
