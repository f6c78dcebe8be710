import { Button } from '@mantine/core';
import { IconPinned, IconRoute } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { CopyButton } from '#screens/shared/copy-button.tsx';
import { useFormat } from '#screens/shared/format.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useWords } from '../../words/words.ts';
import type { ShownFlow } from '../studio/use-shown-flow.ts';
import { PathPlayer } from './path-player.tsx';
import { spentTime } from './spent-time.ts';
import { usePlayedPath } from './use-played-path.ts';
import styles from './workbench.module.css';

type Traced = CallReply<'traceRecording'>;

/** One session, step by step, and the path that does the same. */
export function RecordedSession({ id, flow, shown }: { id: string; flow: string; shown: ShownFlow }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const read = useCall('readRecording', { params: { id } });
  const [traced, setTraced] = useState<Traced>();
  const trace = useAct('traceRecording', { failed: t('workbench.sessions.traceFailed') });
  const find = async (): Promise<void> => {
    const found = await trace.run({ params: { id } });
    if (found) setTraced(found);
  };
  return (
    <>
      <Card
        title={t('workbench.sessions.session')}
        text={t('workbench.sessions.sessionText')}
        flush
        actions={
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRoute size={14} />}
            loading={trace.busy}
            onClick={() => void find()}
          >
            {t('workbench.sessions.trace')}
          </Button>
        }
      >
        <DataState of={read} failed={t('workbench.sessions.sessionFailed')}>
          {({ steps }) => (
            <div className={styles.scroll}>
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">{t('workbench.sessions.time')}</th>
                    <th scope="col">{t('workbench.sessions.event')}</th>
                    <th scope="col">{t('workbench.sessions.state')}</th>
                    <th scope="col">{t('workbench.sessions.fields')}</th>
                  </tr>
                </thead>
                <tbody>
                  {steps.map(({ at, event, state, fields }, index) => (
                    <tr key={index}>
                      <td>{spentTime(format, at)}</td>
                      <td className={styles.stepName}>{event}</td>
                      <td className={styles.stepName}>{state}</td>
                      <td className={styles.fields}>{fields?.join(' ') ?? ''}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </DataState>
      </Card>
      {traced === undefined ? null : <TracedPath flow={flow} traced={traced} shown={shown} />}
    </>
  );
}

/** The path of a session: stepped through here, and walked by every run if a tester wants it. */
function TracedPath({ flow, traced, shown }: { flow: string; traced: Traced; shown: ShownFlow }): ReactNode {
  const t = useWords();
  const { path, reason, followed, reproduce } = traced;
  const [at, setAt] = useState(0);
  const keep = useAct('keepPath', { failed: t('workbench.kept.keepFailed'), refresh: ['listKeptPaths'] });
  const kept = useCall('listKeptPaths', { params: { flow } });
  const isKept = kept.data?.some((one) => one.path === path) ?? false;
  const played = usePlayedPath('session', { flow, seed: 1, path });
  return (
    <Card
      title={t('workbench.path')}
      text={t('workbench.sessions.pathText')}
      flush
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPinned size={14} />}
          disabled={isKept}
          loading={keep.busy}
          onClick={() => void keep.run({ params: { flow }, body: { path } })}
        >
          {isKept ? t('workbench.kept.isKept') : t('workbench.kept.keep')}
        </Button>
      }
    >
      {reason === '' ? null : (
        <div className={styles.empty}>
          <Notice title={t('workbench.sessions.partly', { count: followed })} text={reason} />
        </div>
      )}
      <div className={styles.command}>
        <div className={styles.reproduce}>
          <code>{reproduce}</code>
          <CopyButton text={reproduce} subject={t('workbench.command')} />
        </div>
      </div>
      <DataState of={played} failed={t('workbench.playFailed')}>
        {(all) => (
          <PathPlayer
            loaded={shown.loaded}
            Stage={shown.preview.Stage}
            steps={all}
            at={Math.min(at, all.length - 1)}
            onStep={setAt}
          />
        )}
      </DataState>
    </Card>
  );
}
