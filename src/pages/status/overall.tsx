import {
  IconAlertTriangleFilled,
  IconCircleArrowDownFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconTool,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWords } from '../../words/words.ts';
import type { PublicStatus } from './public-status.ts';
import styles from './status.module.css';

const looks = {
  up: { icon: IconCircleCheckFilled, tone: 'good' },
  partial: { icon: IconAlertTriangleFilled, tone: 'warn' },
  down: { icon: IconCircleArrowDownFilled, tone: 'bad' },
  unknown: { icon: IconCircleDashed, tone: 'idle' },
  maintenance: { icon: IconTool, tone: 'warn' },
} as const;

/** How everything together stands, in one sentence; told anew when it changes. */
export function Overall({ state }: { state: PublicStatus['state'] }): ReactNode {
  const t = useWords();
  const { icon: Icon, tone } = looks[state];
  return (
    <p className={styles.overall} data-tone={tone} role="status">
      <Icon size={22} aria-hidden />
      {t(`publicStatus.state_${state}`)}
    </p>
  );
}
