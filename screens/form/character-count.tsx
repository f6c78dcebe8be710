import type { ReactNode } from 'react';
import type { Pointer } from '#engine/document/document.ts';
import { useValue } from './form-context.tsx';
import styles from './form.module.css';

/** How many characters there are, of how many (C21-44). */
export function CharacterCount({ pointer, limit }: { pointer: Pointer; limit: number }): ReactNode {
  const value = useValue(pointer);
  const length = typeof value === 'string' ? [...value].length : 0;
  return (
    <span className={styles.count} data-over={length > limit || undefined}>
      {length} / {limit}
    </span>
  );
}
