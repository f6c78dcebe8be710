import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../words/words.ts';
import styles from './policy.module.css';

interface Props {
  name: string;
  /** Turns on what the rows below it are of. */
  first: boolean;
  /** Whether the value is the policy's own, as it is edited. */
  own: boolean;
  locked: boolean;
  /** The value as people read it. */
  shown: ReactNode;
  control: ReactNode;
  source: ReactNode;
  onOverride(): void;
  onReset(): void;
}

/** A value of a policy: inherited, with its source, or its own, with a way back. */
export function ValueRow({ name, first, own, locked, shown, control, source, onOverride, onReset }: Props): ReactNode {
  const t = useWords();
  return (
    <div role="group" aria-label={name} className={`${styles.row} ${first ? styles.first : styles.of}`}>
      <span>{name}</span>
      {own && !locked ? control : <span>{shown}</span>}
      <span className={styles.source}>
        {source}
        {locked ? null : own ? (
          <Button size="compact-xs" variant="default" aria-label={t('policy.resetOf', { name })} onClick={onReset}>
            {t('policy.reset')}
          </Button>
        ) : (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('policy.overrideOf', { name })}
            onClick={onOverride}
          >
            {t('policy.override')}
          </Button>
        )}
      </span>
    </div>
  );
}
