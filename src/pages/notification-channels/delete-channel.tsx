import type { ReactNode } from 'react';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { useWords } from '../../words/words.ts';
import type { Channel } from './channel-line.tsx';

const named = 10;

/** Asks before a channel is deleted, and says which conditions send to it. */
export function DeleteChannel({ channel, onClose }: { channel: Channel; onClose: () => void }): ReactNode {
  const t = useWords();
  const conditions = useCall('listChannelConditions', { params: { id: channel.id }, query: { limit: named } });
  const remove = useAct('removeNotificationChannel', {
    done: t('channel.deleted'),
    failed: t('channel.deleteFailed'),
    refresh: ['listNotificationChannels', 'readMonitor'],
  });
  return (
    <ConfirmModal
      opened
      danger
      title={t('channel.deleteTitle', { name: channel.name })}
      text={t('channel.deleteText')}
      act={t('channel.delete')}
      busy={remove.busy}
      failure={remove.failure?.message}
      onClose={onClose}
      onConfirm={() => void remove.run({ params: { id: channel.id } }).then((done) => done && onClose())}
    >
      <DataState of={conditions} failed={t('channel.conditionsFailed')}>
        {({ items, total }) =>
          total === 0 ? (
            <p style={{ margin: 0 }}>{t('channel.deleteUnused')}</p>
          ) : (
            <div>
              {t('channel.deleteUsed', { count: total })}
              <ul style={{ margin: '8px 0 0', paddingInlineStart: 20 }}>
                {items.map(({ id, conditionName, monitorName, clientName }) => (
                  <li key={id}>
                    {t('channel.conditionOf', {
                      condition: conditionName,
                      monitor: monitorName,
                      organization: clientName,
                    })}
                  </li>
                ))}
                {total > items.length ? <li>{t('channel.conditionsMore', { count: total - items.length })}</li> : null}
              </ul>
            </div>
          )
        }
      </DataState>
    </ConfirmModal>
  );
}
