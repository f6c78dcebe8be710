import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { draftPath } from '../../router/flow-paths.ts';
import { Card } from '../../parts/card.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { When } from '../../parts/when.tsx';
import { useWords } from '../../words/words.ts';
import styles from './dashboard.module.css';

type Draft = CallReply<'listDrafts'>[number];

/** What this person began and put down; nothing is shown while there is none. */
export function Drafts(): ReactNode {
  const t = useWords();
  const drafts = useCall('listDrafts', { query: {} });
  const [dropping, setDropping] = useState<Draft>();
  const drop = useAct('removeDraft', {
    done: t('drafts.dropped'),
    failed: t('drafts.dropFailed'),
    refresh: ['listDrafts'],
  });
  const open = (drafts.data ?? []).flatMap((draft) => {
    const path = draftPath(draft);
    return path === undefined ? [] : [{ draft, path }];
  });
  if (open.length === 0) return null;
  return (
    <Card flush title={t('drafts.title')} count={open.length} text={t('drafts.text')}>
      <ul className={styles.list}>
        {open.map(({ draft, path }) => (
          <li key={draft.id} className={styles.item}>
            <div className={styles.itemText}>
              <span className={styles.itemMain}>{draft.title}</span>
              <span className={styles.itemNote}>
                {t('drafts.kept')} <When at={draft.updatedAt} />
              </span>
            </div>
            <span className={styles.itemEnd}>
              <Button component={Link} to={path} variant="default" size="compact-sm">
                {t('drafts.resume')}
              </Button>
              <Tooltip label={t('drafts.drop')}>
                <ActionIcon aria-label={t('drafts.dropOne', { title: draft.title })} onClick={() => setDropping(draft)}>
                  <IconTrash size={16} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
            </span>
          </li>
        ))}
      </ul>
      <ConfirmModal
        opened={dropping !== undefined}
        title={t('drafts.dropTitle', { title: dropping?.title ?? '' })}
        text={t('drafts.dropText')}
        act={t('drafts.drop')}
        danger
        busy={drop.busy}
        failure={drop.failure?.message}
        onClose={() => setDropping(undefined)}
        onConfirm={() => {
          if (dropping) void drop.run({ params: { id: dropping.id } }).then((done) => done && setDropping(undefined));
        }}
      />
    </Card>
  );
}
