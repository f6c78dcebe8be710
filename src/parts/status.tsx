import {
  IconCircleArrowDownFilled,
  IconCircleArrowUpFilled,
  IconCircleDashed,
  IconPlayerPauseFilled,
  IconTool,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useWords } from '../words/words.ts';
import styles from './parts.module.css';

/** Labels for public pages. */
type PublicState = CallReply<'readPublicStatus'>['monitors'][number]['status'];

const looks = {
  up: { icon: IconCircleArrowUpFilled, tone: 'good' },
  down: { icon: IconCircleArrowDownFilled, tone: 'bad' },
  unknown: { icon: IconCircleDashed, tone: 'idle' },
  paused: { icon: IconPlayerPauseFilled, tone: 'idle' },
  maintenance: { icon: IconTool, tone: 'warn' },
} as const;

/** A status always has an icon and a word in addition to its colour. */
export function Status({ state, large = false }: { state: PublicState; large?: boolean }): ReactNode {
  const t = useWords();
  const { icon: Icon, tone } = looks[state];
  return (
    <span className={styles.status} data-tone={tone} data-large={large || undefined}>
      <Icon size={large ? 18 : 15} aria-hidden />
      {t(`status.${state}`)}
    </span>
  );
}
