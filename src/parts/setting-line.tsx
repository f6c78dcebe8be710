import type { ReactNode } from 'react';
import styles from './settings.module.css';

/** A line of a settings card: title, note and actions. */
export function SettingLine({
  title,
  note,
  actions,
}: {
  title: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
}): ReactNode {
  return (
    <div className={styles.line}>
      <div className={styles.lineText}>
        <div className={styles.lineTitle}>{title}</div>
        {note ? <div className={styles.lineNote}>{note}</div> : null}
      </div>
      {actions ? <div className={styles.lineActions}>{actions}</div> : null}
    </div>
  );
}
