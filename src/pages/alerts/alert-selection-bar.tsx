import { Button } from '@mantine/core';
import { IconUserCheck, IconX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { AcknowledgeModal } from '../../parts/alert-acknowledgement.tsx';
import type { Alert } from '../../parts/alert.ts';
import styles from '../../table/data-table.module.css';
import { useWords } from '../../words/words.ts';

/** Acknowledges the chosen alerts with one note; those that somebody looks after already, and past ones, are left alone. */
export function AlertSelectionBar({ chosen, onDone }: { chosen: readonly Alert[]; onDone: () => void }): ReactNode {
  const t = useWords();
  const [asking, setAsking] = useState<readonly Alert[]>();
  const waiting = chosen.filter(({ acknowledged, resetAt }) => acknowledged === null && resetAt === null);
  return (
    <div className={styles.selectionBar} role="region" aria-label={t('selection.label')}>
      <span aria-live="polite">{t('selection.count', { count: chosen.length })}</span>
      <Button
        variant="default"
        leftSection={<IconUserCheck size={16} />}
        disabled={waiting.length === 0}
        onClick={() => setAsking(waiting)}
      >
        {t('alerts.acknowledge')}
      </Button>
      <Button variant="subtle" color="gray" leftSection={<IconX size={16} />} onClick={onDone} ml="auto">
        {t('selection.clear')}
      </Button>
      {asking ? (
        <AcknowledgeModal
          alerts={asking}
          onClose={() => {
            setAsking(undefined);
            onDone();
          }}
        />
      ) : null}
    </div>
  );
}
