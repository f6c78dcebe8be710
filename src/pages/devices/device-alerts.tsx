import type { ReactNode } from 'react';
import { useCall } from '../../data/use-call.ts';
import { AlertList } from '../../parts/alert-list.tsx';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { useWords } from '../../words/words.ts';

/** The latest alerts of a device, as on the page of a monitor. */
export function DeviceAlerts({ id }: { id: number }): ReactNode {
  const t = useWords();
  const alerts = useCall('listAlerts', { query: { monitorId: id, limit: 10 } });
  return (
    <Card flush title={t('alerts.title')} count={alerts.data?.total}>
      <DataState of={alerts} failed={t('alerts.failed')}>
        {({ items }) =>
          items.length === 0 ? (
            <Message title={t('alerts.never')} text={t('alerts.neverDevice')} />
          ) : (
            <AlertList alerts={items} />
          )
        }
      </DataState>
    </Card>
  );
}
