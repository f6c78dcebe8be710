import { Anchor } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { Status } from '../../parts/status.tsx';
import { When } from '../../parts/when.tsx';
import { monitorPath } from '../../shell/add-paths.ts';
import { useWords } from '../../words/words.ts';
import styles from './dashboard.module.css';

const most = 8;

/** Monitors that are down now, the longest first. */
export function DownMonitors({ any }: { any: boolean }): ReactNode {
  const t = useWords();
  const down = useCall('listMonitors', { query: { status: 'down', limit: most } });
  const since = (at: string | null) => (at === null ? 0 : new Date(at).getTime());
  return (
    <Card
      flush
      title={t('down.title')}
      count={down.data?.total}
      actions={
        (down.data?.total ?? 0) > most ? (
          <Anchor component={Link} to="/cloudMonitors?status=down" className={styles.all}>
            {t('showAll')}
          </Anchor>
        ) : null
      }
    >
      <DataState of={down} failed={t('monitors.failed')}>
        {({ items }) =>
          items.length === 0 ? (
            <Message
              icon={<IconCircleCheck size={28} stroke={1.5} />}
              title={any ? t('down.none') : t('down.noMonitors')}
              text={any ? t('down.noneText') : t('down.noMonitorsText')}
            />
          ) : (
            <ul className={styles.list}>
              {items
                .toSorted((left, right) => since(left.statusSince) - since(right.statusSince))
                .map((monitor) => (
                  <li key={monitor.id} className={styles.item}>
                    <Status state={monitor.status} />
                    <div className={styles.itemText}>
                      <Link to={monitorPath(monitor.id)} className={styles.itemMain}>
                        {monitor.monitorName}
                      </Link>
                      <span className={styles.itemNote}>
                        {monitor.clientName}
                        {monitor.lastResult?.message ? ` · ${monitor.lastResult.message}` : ''}
                      </span>
                    </div>
                    <span className={styles.itemEnd}>
                      {monitor.statusSince ? <When at={monitor.statusSince} /> : null}
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
