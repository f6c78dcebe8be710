import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import parts from '../../parts/parts.module.css';
import { TextDiff } from '../../parts/text-diff.tsx';
import { When } from '../../parts/when.tsx';
import { useWords } from '../../words/words.ts';
import styles from './scripts.module.css';

type Script = CallReply<'readScript'>;

/** Every text of a script that was saved: by whom, when, what it changes, and a way back to it. */
export function ScriptVersions({ script }: { script: Script }): ReactNode {
  const t = useWords();
  const versions = useCall('listScriptVersions', { params: { id: script.id } });
  const [open, setOpen] = useState<number>();
  return (
    <Card title={t('script.versions')} {...(versions.data && { count: versions.data.length })} flush>
      <DataState of={versions} failed={t('script.versionsFailed')}>
        {(all) => (
          <ul className={styles.devices} aria-label={t('script.versions')}>
            {all.map(({ number, createdBy, createdOn }) => (
              <li key={number}>
                <div className={styles.deviceLine}>
                  <span className={styles.deviceName}>{t('script.versionNumber', { number })}</span>
                  {number === script.version ? (
                    <span className={parts.quiet}>{t('script.current')}</span>
                  ) : (
                    <Button size="compact-xs" variant="default" onClick={() => setOpen(number)}>
                      {t('script.compare')}
                    </Button>
                  )}
                  <span className={styles.end}>
                    {createdBy} · <When at={createdOn} />
                  </span>
                </div>
              </li>
            ))}
          </ul>
        )}
      </DataState>
      {open === undefined ? null : <Compare script={script} number={open} onClose={() => setOpen(undefined)} />}
    </Card>
  );
}

interface CompareProps {
  script: Script;
  number: number;
  onClose(): void;
}

function Compare({ script, number, onClose }: CompareProps): ReactNode {
  const t = useWords();
  const version = useCall('readScriptVersion', { params: { id: script.id, number } });
  const restore = useAct('restoreScriptVersion', {
    done: t('script.restored', { number }),
    failed: t('script.restoreFailed'),
    refresh: ['readScript', 'listScriptVersions', 'listScripts'],
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size={880}
      title={t('script.compareTitle', { number, current: script.version })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="md">
        <DataState of={version} failed={t('script.versionsFailed')}>
          {({ script: text }) => <TextDiff label={t('script.changes')} before={text} after={script.script} />}
        </DataState>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('close')}
          </Button>
          {script.may.update ? (
            <Button
              loading={restore.busy}
              onClick={() => void restore.run({ params: { id: script.id, number } }).then((done) => done && onClose())}
            >
              {t('script.restore', { number })}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Modal>
  );
}
