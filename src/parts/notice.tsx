import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './parts.module.css';

interface Props {
  title: string;
  text: string;
  /** `planned`: something that is to happen. Otherwise something that needs attention. */
  kind?: 'attention' | 'planned';
  actions?: ReactNode;
}

/** A notice that stays until its cause is resolved. */
export function Notice({ title, text, kind = 'attention', actions }: Props): ReactNode {
  const Icon = kind === 'planned' ? IconClock : IconAlertTriangle;
  return (
    <div className={styles.notice} data-kind={kind} role="status">
      <Icon size={18} aria-hidden className={styles.noticeIcon} />
      <div className={styles.noticeText}>
        <strong>{title}</strong>
        <p>{text}</p>
      </div>
      {actions}
    </div>
  );
}
