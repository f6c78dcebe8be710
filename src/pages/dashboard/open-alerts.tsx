import { Anchor } from '@mantine/core';
import { IconBellCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCall } from '../../data/use-call.ts';
import { AlertList } from '../../parts/alert-list.tsx';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { useWords } from '../../words/words.ts';
import styles from './dashboard.module.css';

/** Alerts that have not reset yet, newest first. */
export function OpenAlerts(): ReactNode {
  const t = useWords();
  const alerts = useCall('listAlerts', { query: { open: true, limit: 10 } });
  return (
    <Card
      flush
      title={t('alerts.open')}
      count={alerts.data?.total}
      actions={
        <Anchor component={Link} to="/alerts" className={styles.all}>
          {t('showAll')}
        </Anchor>
      }
    >
      <DataState of={alerts} failed={t('alerts.failed')}>
        {({ items }) =>
          items.length === 0 ? (
            <Message
              icon={<IconBellCheck size={28} stroke={1.5} />}
              title={t('alerts.none')}
              text={t('alerts.noneText')}
            />
          ) : (
            <AlertList alerts={items} showMonitor />
          )
        }
      </DataState>
    </Card>
  );
}
