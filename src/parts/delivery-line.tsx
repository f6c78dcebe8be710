import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { Tag } from '#screens/shared/tag.tsx';
import { SettingLine } from './setting-line.tsx';
import { When } from './when.tsx';
import { useWords } from '../words/words.ts';

export type Delivery = CallReply<'listDeliveries'>[number];

const tones = { pending: 'warn', delivered: 'good', failed: 'bad' } as const;

/** A delivery: its event, the receiver's reply, the number of attempts and the next retry. */
export function DeliveryLine({
  delivery,
  about,
  actions,
}: {
  delivery: Delivery;
  /** The subject and the recipient. */
  about?: ReactNode;
  actions?: ReactNode;
}): ReactNode {
  const t = useWords();
  const { createdAt, attempts, status, answer, state, error, nextAttemptAt } = delivery;
  const told = [
    status === null ? undefined : t('delivery.status', { status }),
    error ?? undefined,
    answer === null ? undefined : `“${answer}”`,
    t('delivery.attempts', { count: attempts }),
  ];
  return (
    <SettingLine
      title={
        <>
          {useEventWords()(delivery)}
          <Tag tone={tones[state]}>{t(`delivery.${state}`)}</Tag>
        </>
      }
      note={
        <>
          {about ? <div>{about}</div> : null}
          {told.filter(Boolean).join(' · ')}
          {nextAttemptAt === null ? null : (
            <>
              {' · '}
              {t('delivery.next')} <When at={nextAttemptAt} />
            </>
          )}
        </>
      }
      actions={
        <>
          <When at={createdAt} />
          {actions}
        </>
      }
    />
  );
}

/** Label of a delivery's event. */
export function useEventWords(): (delivery: Delivery) => string {
  const t = useWords();
  return ({ event }) => t(`webhookEvent.${event.replace('.', '_')}`, { defaultValue: event });
}
