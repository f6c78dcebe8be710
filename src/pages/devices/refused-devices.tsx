import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../words/words.ts';
import styles from './devices.module.css';
import type { RefusedDevices as Refused } from './use-changing-devices.tsx';

/** Tells each device that stayed as it is, with the reason. */
export function RefusedDevices({ refused, onClose }: { refused: Refused | undefined; onClose: () => void }): ReactNode {
  const t = useWords();
  if (!refused) return null;
  const { named, others } = refused;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('deviceSelection.refused', { count: named.length + others })}
      size={640}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <ul className={styles.refused}>
        {named.map(({ id, name, reason }) => (
          <li key={id}>
            <strong>{name || t('deviceSelection.unnamed')}</strong>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
      {others > 0 ? <p className={styles.others}>{t('deviceSelection.others', { count: others })}</p> : null}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('close')}
        </Button>
      </Group>
    </Modal>
  );
}
