import { Button, Modal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { watchedPath } from '../../shell/add-paths.ts';
import { useWords } from '../../words/words.ts';
import { DeliveryLine, useEventWords } from '../../parts/delivery-line.tsx';
import type { Channel } from './channel-line.tsx';

type Delivery = CallReply<'listChannelDeliveries'>['items'][number];

const step = 50;
/** As many as the call answers at once. */
const most = 500;

function SendAgain({ channelId, delivery }: { channelId: number; delivery: Delivery }): ReactNode {
  const t = useWords();
  const event = useEventWords()(delivery);
  const again = useAct('sendChannelDelivery', {
    done: t('delivery.againDone'),
    failed: t('delivery.againFailed'),
    refresh: ['listChannelDeliveries'],
  });
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={t('delivery.againOf', { event })}
      loading={again.busy}
      onClick={() => void again.run({ params: { id: channelId, deliveryId: delivery.id } })}
    >
      {t('delivery.again')}
    </Button>
  );
}

function About({ delivery: { monitorId, monitorName, ofDevice, recipient } }: { delivery: Delivery }): ReactNode {
  return (
    <>
      {monitorId === null ? monitorName : <Link to={watchedPath({ monitorId, ofDevice })}>{monitorName}</Link>}
      {monitorName !== null && recipient !== null ? ' · ' : null}
      {recipient}
    </>
  );
}

/** The delivery log of a channel; read again while it is open, since what failed is tried again in the background. */
export function ChannelDeliveries({ channel, onClose }: { channel: Channel; onClose: () => void }): ReactNode {
  const t = useWords();
  const [limit, setLimit] = useState(step);
  const deliveries = useCall(
    'listChannelDeliveries',
    { params: { id: channel.id }, query: { limit } },
    { refetchEverySeconds: 3, keep: true },
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('delivery.title', { name: channel.name })}
      size={880}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <DataState of={deliveries} failed={t('delivery.listFailed')}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Message title={t('delivery.none')} text={t('delivery.noneToChannel')} />
          ) : (
            <div>
              {items.map((delivery) => (
                <DeliveryLine
                  key={delivery.id}
                  delivery={delivery}
                  about={<About delivery={delivery} />}
                  actions={<SendAgain channelId={channel.id} delivery={delivery} />}
                />
              ))}
              {total > items.length && limit < most ? (
                <Button variant="default" fullWidth mt="sm" onClick={() => setLimit(Math.min(limit + step, most))}>
                  {t('delivery.more')}
                </Button>
              ) : null}
            </div>
          )
        }
      </DataState>
    </Modal>
  );
}
