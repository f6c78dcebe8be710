import { IconCircleArrowDownFilled, IconCircleArrowUpFilled, IconCircleDashed } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import parts from '../../parts/parts.module.css';
import { useWords } from '../../words/words.ts';
import styles from './network.module.css';

const states = [
  ['online', 'good', IconCircleArrowUpFilled],
  ['offline', 'bad', IconCircleArrowDownFilled],
  ['unmonitored', 'idle', IconCircleDashed],
] as const;

/** What colours and lines mean. */
export function MapLegend(): ReactNode {
  const t = useWords();
  return (
    <ul className={styles.legend} aria-label={t('networkMap.legend')}>
      {states.map(([state, tone, Icon]) => (
        <li key={state}>
          <span className={parts.status} data-tone={tone}>
            <Icon size={13} aria-hidden />
            {t(`deviceStatus.${state}`)}
          </span>
        </li>
      ))}
      <li>
        <span className={styles.unknownDot} aria-hidden="true" />
        {t('networkMap.notAdded')}
      </li>
      {(['named', 'learned'] as const).map((line) => (
        <li key={line}>
          <svg className={styles.legendLine} viewBox="0 0 22 6" aria-hidden="true">
            <line x1="0" y1="3" x2="22" y2="3" data-named={line === 'named' || undefined} />
          </svg>
          {t(`networkMap.line_${line}`)}
        </li>
      ))}
    </ul>
  );
}
