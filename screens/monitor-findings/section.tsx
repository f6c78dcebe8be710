import type { ReactNode } from 'react';
import styles from './findings.module.css';

interface Props {
  title: string;
  /** Opened by the person. */
  folded?: boolean;
  children: ReactNode;
}

/** A part of the findings below its heading. */
export function Section({ title, folded = false, children }: Props): ReactNode {
  if (!folded)
    return (
      <section>
        <h3 className={styles.title}>{title}</h3>
        {children}
      </section>
    );
  return (
    <details className={styles.folded}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
