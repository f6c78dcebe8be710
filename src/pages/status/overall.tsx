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

interface Props {
  state: PublicStatus['state'];
  /** Somebody described an incident that is open: then not everything is well, whatever the checks say. */
  noticed: boolean;
}

/** How everything together stands, in one sentence; told anew when it changes. */
export function Overall({ state, noticed }: Props): ReactNode {
  const t = useWords();
  const doubtful = noticed && state === 'up';
  const { icon: Icon, tone } = looks[doubtful ? 'partial' : state];
  return (
    <p className={styles.overall} data-tone={tone} role="status">
      <Icon size={22} aria-hidden />
      {t(doubtful ? 'publicStatus.noticed' : `publicStatus.state_${state}`)}
    </p>
  );
}
