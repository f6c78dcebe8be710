import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { When } from '../../parts/when.tsx';
import { useWords } from '../../words/words.ts';
import styles from './dashboard.module.css';

/** The latest of the audit trail; `device`: of this device alone. */
export function LatestActivity({ device }: { device?: number }): ReactNode {
  const t = useWords();
  const of = device === undefined ? {} : { entityType: 'NODE', entityId: String(device) };
  const activity = useCall('listActivities', { query: { ...of, limit: 8 } }, { refetchEverySeconds: 60 });
  return (
    <Card
      flush
      title={t('dashboard.activity')}
      actions={
        <Anchor component={Link} to="/administration/general/activities" className={styles.all}>
          {t('showAll')}
        </Anchor>
      }
    >
      <DataState of={activity} failed={t('activities.failed')}>
        {({ items }) =>
          items.length === 0 ? (
            <Message title={t('activities.none')} text={t('activities.noneText')} />
          ) : (
            <ul className={styles.list}>
              {items.map(({ id, summary, actorName, at }) => (
                <li key={id} className={styles.item}>
                  <div className={styles.itemText}>
                    <span className={styles.itemMain}>{summary}</span>
                    <span className={styles.itemNote}>{actorName || t('activities.system')}</span>
                  </div>
                  <span className={styles.itemEnd}>
                    <When at={at} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </DataState>
    </Card>
  );
}
