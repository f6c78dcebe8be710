import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useCall } from '../../data/use-call.ts';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { SettingLine } from '../../parts/setting-line.tsx';
import { Tag } from '../../parts/status.tsx';
import { When } from '../../parts/when.tsx';
import { useWords } from '../../words/words.ts';

const tones = { pending: 'warn', delivered: 'good', failed: 'bad' } as const;

/** The latest deliveries of a webhook; read again while it is open, since they are tried again in the background. */
export function DeliveriesModal({
  webhook,
  onClose,
}: {
  webhook: CallReply<'listWebhooks'>[number];
  onClose: () => void;
}): ReactNode {
  const t = useWords();
  const deliveries = useCall('listDeliveries', { params: { id: webhook.id } }, { refetchEverySeconds: 3 });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('delivery.title', { name: webhook.name })}
      size={640}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <DataState of={deliveries} failed={t('delivery.listFailed')}>
        {(all) =>
          all.length === 0 ? (
            <Message title={t('delivery.none')} text={t('delivery.noneText')} />
          ) : (
            <div>
              {all.map(({ id, event, createdAt, attempts, status, state, error }) => (
                <SettingLine
                  key={id}
                  title={
                    <>
                      {t(`webhookEvent.${event.replace('.', '_')}`, { defaultValue: event })}
                      <Tag tone={tones[state]}>{t(`delivery.${state}`)}</Tag>
                    </>
                  }
                  note={[
                    status === null ? undefined : t('delivery.status', { status }),
                    error ?? undefined,
                    t('delivery.attempts', { count: attempts }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                  actions={<When at={createdAt} />}
                />
              ))}
            </div>
          )
        }
      </DataState>
    </Modal>
  );
}
