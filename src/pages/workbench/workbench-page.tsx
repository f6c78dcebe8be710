import { IconRoute } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { flowTitle } from '../studio/flow-title.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { When } from '../../parts/when.tsx';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import { NewRun } from './new-run.tsx';
import { isActive, type ListedRun } from './path-run.ts';
import { pathRunPath } from './paths.ts';
import { RecordedFlows } from './recorded-flows.tsx';
import { RunState } from './run-state.tsx';
import styles from './workbench.module.css';

/** Runs of generated paths: a form that starts one, and those that were started. */
export default function WorkbenchPage(): ReactNode {
  const t = useWords();
  const [active, setActive] = useState(false);
  const runs = useCall('listPathRuns', {}, { refetchEverySeconds: active ? 2 : 30 });
  const isWalking = runs.data?.some(isActive) ?? false;
  if (isWalking !== active) setActive(isWalking);
  return (
    <Page title={t('workbench.title')} description={t('workbench.text')}>
      <div className={styles.stack}>
        <NewRun />
        <Card title={t('workbench.runs')} count={runs.data?.length} flush>
          <DataState of={runs} failed={t('workbench.runsFailed')}>
            {(all) =>
              all.length === 0 ? (
                <Message
                  icon={<IconRoute size={28} stroke={1.5} />}
                  title={t('workbench.noRuns')}
                  text={t('workbench.noRunsText')}
                />
              ) : (
                <Runs runs={all} />
              )
            }
          </DataState>
        </Card>
        <RecordedFlows />
      </div>
    </Page>
  );
}

function Runs({ runs }: { runs: readonly ListedRun[] }): ReactNode {
  const t = useWords();
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('workbench.flows')}</th>
            <th scope="col">{t('workbench.result')}</th>
            <th scope="col">{t('workbench.startedBy')}</th>
            <th scope="col">{t('workbench.started')}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.id}>
              <td>
                <Link className={styles.link} to={pathRunPath(run.id)}>
                  {run.flows.length === 1
                    ? flowTitle(run.flows[0] ?? '')
                    : t('workbench.flowCount', { count: run.flows.length })}
                </Link>
              </td>
              <td>
                <RunState run={run} />
              </td>
              <td>{run.startedBy || t('workbench.deletedUser')}</td>
              <td>
                <When at={run.startedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
