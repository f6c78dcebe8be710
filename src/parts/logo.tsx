import type { ReactNode } from 'react';
import styles from './logo.module.css';

/** The mark (three stones) with the name. */
export function Logo({ name = true }: { name?: boolean }): ReactNode {
  return (
    <span className={styles.logo}>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" className={styles.mark}>
        <ellipse cx="12" cy="18.6" rx="9" ry="3.4" />
        <ellipse cx="11.3" cy="11.4" rx="6.3" ry="2.8" />
        <ellipse cx="12.5" cy="5.2" rx="3.8" ry="2.3" />
      </svg>
      {name ? <span className={styles.name}>Cairn</span> : null}
    </span>
  );
}
