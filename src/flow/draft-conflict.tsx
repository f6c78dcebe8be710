import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import styles from './flow.module.css';

/** The same draft was saved from elsewhere: the person says which version stands. */
export function DraftConflict({ onMine, onOther }: { onMine: () => void; onOther: () => void }): ReactNode {
  const t = useWords();
  return (
    <div className={styles.conflict} role="alert">
      <p>{t('flow.conflict')}</p>
      <Button size="compact-sm" variant="default" onClick={onOther}>
        {t('flow.useOther')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={onMine}>
        {t('flow.useMine')}
      </Button>
    </div>
  );
}
