import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallFailed } from '#api/call-failed.ts';
import { useWords } from '../words/words.ts';
import styles from './settings.module.css';

interface SaveFootProps {
  changed: boolean;
  /** Allows saving unchanged answers, which stores inherited settings as the entity's own. */
  savesUnchanged?: boolean;
  busy: boolean;
  failure: CallFailed | undefined;
  onReset: () => void;
}

/** Footer of a settings form; the failure stays visible until the next attempt. */
export function SaveFoot({ changed, savesUnchanged = false, busy, failure, onReset }: SaveFootProps): ReactNode {
  const t = useWords();
  return (
    <div className={styles.foot}>
      {failure && !failure.fields ? (
        <p className={styles.failure} role="alert">
          {failure.message}
        </p>
      ) : null}
      {changed ? (
        <Button variant="default" onClick={onReset} disabled={busy}>
          {t('discard')}
        </Button>
      ) : null}
      <Button type="submit" loading={busy} disabled={!changed && !savesUnchanged}>
        {t('save')}
      </Button>
    </div>
  );
}
