import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './parts.module.css';

/** A notice that needs attention; it stays until its cause is resolved. */
export function Notice({ title, text, actions }: { title: string; text: string; actions?: ReactNode }): ReactNode {
  return (
    <div className={styles.notice} role="status">
      <IconAlertTriangle size={18} aria-hidden className={styles.noticeIcon} />
      <div className={styles.noticeText}>
        <strong>{title}</strong>
        <p>{text}</p>
      </div>
      {actions}
    </div>
  );
}
