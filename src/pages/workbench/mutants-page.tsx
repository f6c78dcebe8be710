import { Button, Progress } from '@mantine/core';
import { IconBug, IconCircleCheck, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { flowTitle } from '../studio/flow-title.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { When } from '../../parts/when.tsx';
import { NotFound } from '../../shell/page-boundary.tsx';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import { MutantAssertion } from './mutant-assertion.tsx';
import { workbenchPath } from './paths.ts';
import styles from './workbench.module.css';

type Mutants = CallReply<'readMutants'>;
type Report = NonNullable<Mutants['report']>;

/** Changes to a flow that its paths, laws and assertions do not notice, each with a way to an assertion that would. */
export default function MutantsPage(): ReactNode {
  const t = useWords();
  const flow = String(useParams({ strict: false, select: (params: { flow?: string }) => params.flow }));
  const [running, setRunning] = useState(false);
  const reply = useCall('readMutants', { params: { flow } }, { refetchEverySeconds: running ? 1 : 30 });
  const isRunning = reply.data?.run != null;
  if (reply.data && isRunning !== running) setRunning(isRunning);
  if (reply.error?.code === 'not_found' || reply.error?.code === 'invalid_input') return <NotFound />;
  return (
    <Page
      title={t('workbench.mutants.title')}
      parents={[{ path: workbenchPath, title: t('workbench.title') }]}
      description={flowTitle(flow)}
      actions={reply.data ? <Acts flow={flow} run={reply.data.run} /> : null}
    >
      <DataState of={reply} failed={t('workbench.mutants.failed')} tall>
        {({ run, report }) => (
          <div className={styles.stack}>
            {run === null ? null : <Trying {...run} />}
            {report === null ? (
              run === null && (
                <Message
                  tall
                  icon={<IconBug size={28} stroke={1.5} />}
                  title={t('workbench.mutants.none')}
                  text={t('workbench.mutants.noneText')}
                />
              )
            ) : (
              <Found flow={flow} report={report} />
            )}
          </div>
        )}
      </DataState>
    </Page>
  );
}

function Acts({ flow, run }: { flow: string; run: Mutants['run'] }): ReactNode {
  const t = useWords();
  const refresh = ['readMutants'] as const;
  const start = useAct('startMutants', { failed: t('workbench.startFailed'), refresh: [...refresh] });
  const stop = useAct('cancelRun', { failed: t('workbench.stopFailed'), refresh: [...refresh] });
  return run === null ? (
    <Button
      leftSection={<IconPlayerPlay size={16} />}
      loading={start.busy}
      onClick={() => void start.run({ params: { flow } })}
    >
      {t('workbench.mutants.start')}
    </Button>
  ) : (
    <Button
      variant="default"
      c="var(--cairn-bad)"
      leftSection={<IconPlayerStop size={16} />}
      loading={stop.busy}
      onClick={() => void stop.run({ params: { id: run.id } })}
    >
      {t('workbench.stop')}
    </Button>
  );
}

function Trying({ done, total }: NonNullable<Mutants['run']>): ReactNode {
  const t = useWords();
  return (
    <Card title={t('workbench.progress')}>
      <div className={styles.walking} role="status">
        <span>{total === 0 ? t('workbench.state.queued') : t('workbench.mutants.trying', { done, total })}</span>
      </div>
      <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label={t('workbench.progress')} />
    </Card>
  );
}

function Found({ flow, report }: { flow: string; report: Report }): ReactNode {
  const t = useWords();
  const [chosen, setChosen] = useState<string>();
  const { at, startedBy, total, killed, equivalent, survivors, broken } = report;
  const about = survivors.find(({ key }) => key === chosen);
  if (broken !== '')
    return (
      <Message
        tall
        icon={<IconBug size={28} stroke={1.5} />}
        title={t('workbench.mutants.broken')}
        text={t('workbench.mutants.brokenText', { problem: broken })}
      />
    );
  return (
    <>
      <Card
        title={t('workbench.mutants.survivors')}
        count={survivors.length}
        text={
          <>
            {t('workbench.mutants.noticed', { killed, total: total - equivalent })}{' '}
            {equivalent === 0 ? null : t('workbench.mutants.equivalent', { count: equivalent })}{' '}
            {t('workbench.by', { name: startedBy || t('workbench.deletedUser') })} · <When at={at} />
          </>
        }
        flush
      >
        {survivors.length === 0 ? (
          <Message icon={<IconCircleCheck size={28} stroke={1.5} />} title={t('workbench.mutants.allNoticed')} />
        ) : (
          <ul className={styles.pathList}>
            {survivors.map(({ key, file, change }) => (
              <li key={key} className={styles.survivor}>
                <div>
                  <p className={styles.problem}>{change}</p>
                  <p className={styles.quiet}>{file}</p>
                </div>
                <Button
                  size="xs"
                  variant={key === chosen ? 'light' : 'default'}
                  aria-pressed={key === chosen}
                  onClick={() => setChosen(key === chosen ? undefined : key)}
                >
                  {t('workbench.mutants.assert')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Card>
      {about === undefined ? null : <MutantAssertion key={about.key} flow={flow} survivor={about} />}
    </>
  );
}
