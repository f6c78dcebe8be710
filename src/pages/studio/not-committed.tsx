import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { useWords } from '../../words/words.ts';
import { placeInWords, screenEditorPath } from './paths.ts';
import styles from './studio.module.css';

/** Versions that the server could not commit to the operator's repository, and why; nothing without any. */
export function NotCommitted(): ReactNode {
  const t = useWords();
  const { data } = useCall('readScreenRepository', {});
  if (data === undefined || data.failed.length === 0) return null;
  return (
    <Card title={t('studio.repository.title', { count: data.failed.length })} flush>
      <ul className={styles.rows}>
        {data.failed.map(({ flow, screen, organization, number, reason }) => (
          <li key={`${flow}/${screen}/${number}`}>
            <Link className={styles.flow} to={screenEditorPath(flow, screen)}>
              <span>
                {t('studio.repository.row', {
                  number,
                  place: placeInWords({ flow, screen, organization }),
                  words: t('studio.repository.notCommitted', { reason }),
                })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
