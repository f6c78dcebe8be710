import { useId, type ReactNode } from 'react';
import { useFormat } from '#screens/shared/format.ts';
import styles from './parts.module.css';

interface CardProps {
  title?: string;
  count?: number | undefined;
  text?: ReactNode;
  actions?: ReactNode;
  /** No padding, for tables and lists. */
  flush?: boolean;
  children: ReactNode;
}

export function Card({ title, count, text, actions, flush = false, children }: CardProps): ReactNode {
  const id = useId();
  const format = useFormat();
  return (
    <section className={styles.card} {...(title ? { 'aria-labelledby': id } : {})}>
      {title ? (
        <header className={styles.cardHead}>
          <div>
            <h2 id={id} className={styles.cardTitle}>
              {title}
              {count === undefined ? null : <span className={styles.cardTitleCount}>{format.number(count)}</span>}
            </h2>
            {text ? <p className={styles.cardText}>{text}</p> : null}
          </div>
          {actions ? <div className={styles.cardActions}>{actions}</div> : null}
        </header>
      ) : null}
      <div className={styles.cardBody} data-flush={flush || undefined}>
        {children}
      </div>
    </section>
  );
}
