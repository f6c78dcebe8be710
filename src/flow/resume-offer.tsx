import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { CallFailed } from '#api/call-failed.ts';
import { When } from '../parts/when.tsx';
import { useWords } from '../words/words.ts';
import type { DraftLine } from './kept-draft.ts';
import styles from './flow.module.css';

interface Props {
  drafts: readonly DraftLine[];
  onResume: (id: string) => void;
  onBegin: () => void;
  onDrop: (id: string) => Promise<void>;
}

/** There are drafts of this flow: go on with one, or begin anew. */
export function ResumeOffer({ drafts, onResume, onBegin, onDrop }: Props): ReactNode {
  const t = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const [dropping, setDropping] = useState<string>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => heading.current?.focus(), []);

  const drop = async (id: string) => {
    setDropping(id);
    setFailure(undefined);
    try {
      await onDrop(id);
    } catch (error) {
      setFailure(error instanceof CallFailed ? error.message : t('failure.unknown'));
    } finally {
      setDropping(undefined);
    }
  };

  return (
    <div className={styles.offer}>
      <h1 ref={heading} tabIndex={-1} className={styles.offerTitle}>
        {t('flow.offerTitle', { count: drafts.length })}
      </h1>
      <p className={styles.offerText}>{t('flow.offerText')}</p>
      <ul className={styles.offerList}>
        {drafts.map(({ id, title, updatedAt }) => (
          <li key={id} className={styles.offerItem}>
            <span className={styles.offerName}>
              {title}
              <span className={styles.offerWhen}>
                {t('flow.lastChanged')} <When at={updatedAt} />
              </span>
            </span>
            <Tooltip label={t('flow.dropDraft')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('flow.dropDraft')}
                loading={dropping === id}
                onClick={() => void drop(id)}
              >
                <IconTrash size={16} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
            <Button size="compact-sm" onClick={() => onResume(id)}>
              {t('flow.resume')}
            </Button>
          </li>
        ))}
      </ul>
      {failure !== undefined && (
        <p role="alert" className={styles.offerFailure}>
          {failure}
        </p>
      )}
      <Button variant="default" onClick={onBegin}>
        {t('flow.begin')}
      </Button>
    </div>
  );
}
