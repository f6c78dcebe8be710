import { Tooltip } from '@mantine/core';
import { IconTool } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormat } from '#screens/shared/format.ts';
import { Tag } from '#screens/shared/tag.tsx';
import { useNow } from '#screens/shared/use-now.ts';
import { useWords } from '../../words/words.ts';
import styles from './maintenance.module.css';
import { repeatOf, sentenceOf, standingOf, type MaintenanceWindow } from './windows.ts';

/** In a list: "In maintenance until …", in a line of its own; nothing before and after. */
export function MaintenanceLine({ window }: { window: MaintenanceWindow }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const now = useNow();
  if (standingOf(window, now) !== 'active') return null;
  return (
    <span className={styles.line}>
      <IconTool size={12} aria-hidden />
      {sentenceOf(window, now, t, format)}
    </span>
  );
}

/** In a list: that a monitor is in maintenance now. */
export function MaintenanceTag({ window }: { window: MaintenanceWindow }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const now = useNow();
  if (standingOf(window, now) !== 'active') return null;
  const told = [sentenceOf(window, now, t, format), repeatOf(window, t), window.reasonMessage]
    .filter(Boolean)
    .join(' · ');
  return (
    <Tooltip label={told}>
      <span className={styles.tag}>
        <Tag tone="warn" icon={<IconTool size={13} aria-hidden />}>
          <span className={styles.tagWords}>
            {t(window.endTime === null ? 'maintenance.withoutEnd' : 'status.maintenance')}
          </span>
        </Tag>
      </span>
    </Tooltip>
  );
}
