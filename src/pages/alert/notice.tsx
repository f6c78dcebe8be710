import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { Tag } from '#screens/shared/tag.tsx';
import { When } from '../../parts/when.tsx';
import { useWords } from '../../words/words.ts';
import styles from './alert.module.css';

type Sent = NonNullable<CallReply<'readAlert'>['timeline'][number]['notice']>;
type Delivery = Sent['deliveries'][number];

const tones = { pending: 'warn', delivered: 'good', failed: 'bad' } as const;

/** The event and the channel of the messages. */
export function NoticeTitle({ notice: { event, channel } }: { notice: Sent }): ReactNode {
  const t = useWords();
  const who = channel ?? t('alerts.technicians');
  return t(`alerts.notified.${event.replace('alert.', '')}`, { who, defaultValue: who });
}

/** To whom its messages went, and with what result. */
export function Deliveries({ notice: { deliveries } }: { notice: Sent }): ReactNode {
  return (
    <ul className={styles.deliveries}>
      {groupsOf(deliveries).map(({ delivery, count }, index) => (
        <li key={index}>
          <Result delivery={delivery} count={count} />
        </li>
      ))}
    </ul>
  );
}

/** Deliveries whose receiver is not shown are counted by their result. */
function groupsOf(deliveries: readonly Delivery[]): { delivery: Delivery; count: number }[] {
  const groups = new Map<string, { delivery: Delivery; count: number }>();
  for (const [index, delivery] of deliveries.entries()) {
    const { to, state, status, attempts } = delivery;
    const key = to === null ? JSON.stringify([state, status, attempts]) : String(index);
    groups.set(key, { delivery, count: (groups.get(key)?.count ?? 0) + 1 });
  }
  return [...groups.values()];
}

function Result({ delivery, count }: { delivery: Delivery; count: number }): ReactNode {
  const t = useWords();
  const { to, state, attempts, status, error, nextAttemptAt } = delivery;
  const told = [
    to ?? (count > 1 ? t('alerts.recipients', { count }) : undefined),
    status === null ? undefined : t('delivery.status', { status }),
    state === 'delivered' ? undefined : (error ?? undefined),
    attempts > 1 ? t('delivery.attempts', { count: attempts }) : undefined,
  ].filter(Boolean);
  return (
    <>
      <Tag tone={tones[state]}>{t(`delivery.${state}`)}</Tag>
      <span className={styles.result}>
        {told.join(' · ')}
        {nextAttemptAt === null || attempts === 0 ? null : (
          <>
            {told.length > 0 ? ' · ' : null}
            {t('delivery.next')} <When at={nextAttemptAt} />
          </>
        )}
      </span>
    </>
  );
}
