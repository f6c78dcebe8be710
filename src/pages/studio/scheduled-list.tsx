import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormat } from '#screens/shared/format.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { useWords } from '../../words/words.ts';
import { placeInWords, screenEditorPath } from './paths.ts';
import styles from './studio.module.css';

/** The screens that are published at a time, and those that could not be; nothing without any. */
export function ScheduledList(): ReactNode {
  const t = useWords();
  const { exact } = useFormat();
  const read = useCall('listScheduledScreens', {});
  if (read.data?.length === 0 || (read.data === undefined && read.error === null)) return null;
  return (
    <Card
      title={t('studio.scheduled.list')}
      {...(read.data && { count: read.data.length })}
      flush={read.data !== undefined}
    >
      <DataState of={read} failed={t('studio.scheduled.notLoaded')}>
        {(rows) => (
          <ul className={styles.rows}>
            {rows.map(({ flow, screen, organization, at, by, base, failure }) => (
              <li key={`${flow}/${screen}`}>
                <Link className={styles.flow} to={screenEditorPath(flow, screen)}>
                  <span className={styles.flowTitle}>
                    {failure === null
                      ? t('studio.scheduled.title', { number: base + 1, at: exact(at), by })
                      : t('studio.scheduled.failed', { number: base + 1, at: exact(at), by })}
                  </span>
                  <span className={styles.flowId}>{placeInWords({ flow, screen, organization })}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </DataState>
    </Card>
  );
}
