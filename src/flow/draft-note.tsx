import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import type { DraftStatus } from './draft-keeper.ts';
import styles from './flow.module.css';

const icons = {
  saving: IconCloudUp,
  saved: IconCloudCheck,
  local: IconCloudOff,
  failed: IconAlertTriangle,
  conflict: IconAlertTriangle,
} as const;

/** Whether what was answered is kept. */
export function DraftNote({ status }: { status: DraftStatus }): ReactNode {
  const t = useWords();
  if (status === 'idle') return null;
  const Icon = icons[status];
  return (
    <span className={styles.note} role="status" data-status={status}>
      <Icon size={15} stroke={1.6} aria-hidden />
      {t(`flow.draft.${status}`)}
    </span>
  );
}
