import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useCall } from '../../data/use-call.ts';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { useWords } from '../../words/words.ts';
import { DeliveryLine } from '../../parts/delivery-line.tsx';

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
              {all.map((delivery) => (
                <DeliveryLine key={delivery.id} delivery={delivery} />
              ))}
            </div>
          )
        }
      </DataState>
    </Modal>
  );
}
