import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useFormat } from '#screens/shared/format.ts';
import { Tag, type Tone } from '#screens/shared/tag.tsx';
import { useWords } from '../words/words.ts';
import styles from './delivery-state.module.css';

type Delivery = CallReply<'listBackupJobs'>['delivery'];

const toneOf: Readonly<Record<Delivery['state'], Tone>> = {
  none: 'idle',
  waiting: 'warn',
  applied: 'good',
  refused: 'bad',
  unable: 'bad',
};

/** Whether the agent of a device has the settings that the device should have, and why not. */
export function DeliveryState({ delivery: { state, version, at, reason } }: { delivery: Delivery }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const words = ((): string => {
    switch (state) {
      case 'applied':
        return `${t('configured.appliedText', { version, time: at === null ? '' : format.exact(at) })} ${reason}`;
      case 'refused':
        return t('configured.refusedText', { version, reason });
      case 'unable':
        return t('configured.unableText');
      default:
        return t('configured.waitingText', { version });
    }
  })();
  return (
    <p className={styles.delivery} role="status">
      <Tag tone={toneOf[state]}>{t(`configured.${state}`)}</Tag>
      <span>{words.trim()}</span>
    </p>
  );
}
