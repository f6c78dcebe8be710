import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { callFile } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { useSaveFile } from '../../data/use-save-file.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { useWords } from '../../words/words.ts';
import { AddedItem } from './added-item.tsx';
import styles from './workbench.module.css';

/** The paths that every run of the flow walks in addition to the generated ones. */
export function KeptPathsCard({ flow }: { flow: string }): ReactNode {
  const t = useWords();
  const kept = useCall('listKeptPaths', { params: { flow } });
  const keep = useAct('keepPath', { failed: t('workbench.kept.keepFailed'), refresh: ['listKeptPaths'] });
  const { busy, save } = useSaveFile(t('workbench.exportFailed'));
  const count = kept.data?.length;
  return (
    <Card
      title={t('workbench.kept.title')}
      text={t('workbench.kept.text')}
      count={count}
      flush
      actions={
        count ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} />}
            loading={busy}
            onClick={() => void save(() => callFile('exportKeptPaths', { params: { flow } }), 'kept-paths.txt')}
          >
            {t('workbench.exportAssertions')}
          </Button>
        ) : null
      }
    >
      <DataState of={kept} failed={t('workbench.kept.failed')}>
        {(all) =>
          all.length === 0 ? (
            <p className={styles.empty}>{t('workbench.kept.none')}</p>
          ) : (
            <ul className={styles.assertions}>
              {all.map(({ path, ...added }) => (
                <AddedItem
                  key={added.id}
                  added={added}
                  remove={{
                    call: 'removeKeptPath',
                    label: t('workbench.kept.remove', { path }),
                    failed: t('workbench.kept.removeFailed'),
                    done: t('workbench.kept.removed'),
                    undo: async () => (await keep.run({ params: { flow }, body: { path } })) !== undefined,
                  }}
                >
                  <span className={`${styles.assertion} ${styles.stepName}`}>{path}</span>
                </AddedItem>
              ))}
            </ul>
          )
        }
      </DataState>
    </Card>
  );
}
