import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { When } from '../../parts/when.tsx';
import { useWords } from '../../words/words.ts';
import { flowTitle } from './flow-title.ts';
import { placeInWords, screenEditorPath } from './paths.ts';
import styles from './studio.module.css';

/** Everyone's changes that are not published, the latest first; nothing without any. */
export function UnpublishedList(): ReactNode {
  const t = useWords();
  const read = useCall('listScreenEdits', {});
  if (read.data?.length === 0 || (read.data === undefined && read.error === null)) return null;
  return (
    <Card
      title={t('studio.unpublished.list')}
      {...(read.data && { count: read.data.length })}
      flush={read.data !== undefined}
    >
      <DataState of={read} failed={t('studio.unpublished.notLoaded')}>
        {(rows) => (
          <ul className={styles.rows}>
            {rows.map(({ flow, screen, organization, by, isOwn, keptAt }) => (
              <li key={`${flow}/${screen}/${keptAt}`}>
                <Link className={styles.flow} to={screenEditorPath(flow, screen)}>
                  <span className={styles.flowTitle}>
                    {t(isOwn ? 'studio.unpublished.own' : 'studio.unpublished.by', { title: flowTitle(flow), by })}
                  </span>
                  <span className={styles.flowId}>
                    {placeInWords({ flow, screen, organization })} · <When at={keptAt} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </DataState>
    </Card>
  );
}
