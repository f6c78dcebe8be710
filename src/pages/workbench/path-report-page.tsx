import { Button } from '@mantine/core';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { pathCriteria, type FlowData } from '#api/contract/workbench.ts';
import { stateGraph } from '#engine/flow/state-graph.ts';
import { flowTitle } from '../studio/flow-title.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { When } from '../../parts/when.tsx';
import { NotFound } from '../../shell/page-boundary.tsx';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import { useShownFlow, type ShownFlow } from '../studio/use-shown-flow.ts';
import { Diagram } from '../studio/diagram.tsx';
import { CasesCard } from './cases-card.tsx';
import { AssertionsCard } from './assertions-card.tsx';
import { FailureList } from './failure-list.tsx';
import { stateTitles } from './path-run.ts';
import { PathList } from './path-list.tsx';
import { PathPlayer } from './path-player.tsx';
import { mutantsPath, pathReportPath, pathRunPath, workbenchPath } from './paths.ts';
import { usePlayedPath } from './use-played-path.ts';
import styles from './workbench.module.css';

/** What a run found in one flow: failures, the machine with what paths show of it, and each path step by step. */
export default function PathReportPage(): ReactNode {
  const t = useWords();
  const { run = '', flow = '' } = useParams({ strict: false }) as { run?: string; flow?: string };
  const report = useCall('readPathReport', { params: { id: run, flow } });
  const shown = useShownFlow(flow);
  if (report.error?.code === 'not_found' || report.error?.code === 'invalid_input') return <NotFound />;
  return (
    <Page
      title={flowTitle(flow)}
      parents={[
        { path: workbenchPath, title: t('workbench.title') },
        { path: pathRunPath(run), title: t('workbench.runTitle') },
      ]}
      description={
        report.data ? (
          <>
            {report.data.notWalked === undefined
              ? t('workbench.walkedPaths', { count: report.data.paths.length })
              : t('workbench.notWalked', { reason: report.data.notWalked })}{' '}
            · <When at={report.data.at} />
          </>
        ) : undefined
      }
      actions={
        <Button variant="default" component={Link} to={mutantsPath(flow)}>
          {t('workbench.mutants.link')}
        </Button>
      }
    >
      <DataState of={report} failed={t('workbench.reportFailed')} tall>
        {(data) => (
          <DataState of={shown} failed={t('studio.notLoaded')} tall>
            {(parts) => <Report run={run} data={data} {...parts} />}
          </DataState>
        )}
      </DataState>
    </Page>
  );
}

function Report({
  run,
  data,
  loaded,
  preview: { Stage, statesOf },
}: ShownFlow & { run: string; data: FlowData }): ReactNode {
  const t = useWords();
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const path = typeof search['path'] === 'string' ? search['path'] : undefined;
  const [at, setAt] = useState(0);
  const [looked, setLooked] = useState<string>();
  const { flow, seed } = data;
  const played = usePlayedPath(run, { flow, seed, path });
  const graph = useMemo(() => stateGraph(loaded.flow.machine), [loaded]);
  const steps = path === undefined ? undefined : played.data;
  const chosen = looked ?? steps?.[at]?.state ?? graph.states[0]?.path ?? '';
  const choose = (next: string): void => {
    // A failure is looked at where it shows: at the last step.
    setAt(data.failures.some(({ spelled }) => spelled === next) ? Number.MAX_SAFE_INTEGER : 0);
    setLooked(undefined);
    void navigate({ to: pathReportPath(run, flow), search: { path: next } as never, resetScroll: false });
  };
  const place = steps === undefined ? 0 : Math.min(at, steps.length - 1);
  const titleOf = stateTitles(loaded);
  const shown = useMemo(
    () => (looked === undefined ? undefined : statesOf(loaded).find((one) => one.path === looked)),
    [loaded, looked, statesOf],
  );
  return (
    <div className={styles.stack}>
      <FailureList data={data} onPlay={choose} />
      {path === undefined ? null : (
        <Card title={t('workbench.path')} flush>
          <DataState of={played} failed={t('workbench.playFailed')}>
            {(all) =>
              all.length === 0 ? (
                <p className={styles.empty}>{t('workbench.noSuchPath')}</p>
              ) : (
                <PathPlayer
                  key={path}
                  loaded={loaded}
                  Stage={Stage}
                  steps={all}
                  at={Math.min(at, all.length - 1)}
                  onStep={(next) => {
                    setLooked(undefined);
                    setAt(next);
                  }}
                />
              )
            }
          </DataState>
        </Card>
      )}
      <Card title={t('studio.machine')} text={t('workbench.machineText')} flush>
        <Diagram
          graph={graph}
          titleOf={titleOf}
          chosen={steps === undefined ? chosen : (looked ?? steps[place]?.state ?? chosen)}
          onChoose={setLooked}
          toneOf={(state) => toneOf(data, state, t)}
        />
      </Card>
      {looked === undefined ? null : <AssertionsCard key={looked} flow={flow} state={looked} />}
      {shown === undefined || shown.busy ? null : (
        <CasesCard key={`${shown.path} cases`} {...{ loaded, Stage }} state={shown} />
      )}
      <PathList data={data} state={looked} onPlay={choose} onClear={() => setLooked(undefined)} />
      <Coverage data={data} />
    </div>
  );
}

function toneOf({ chart }: FlowData, path: string, t: ReturnType<typeof useWords>) {
  const found = chart.states.find(({ id }) => id === path);
  if (found === undefined || found.shown === 'cannot') return undefined;
  if (found.failed) return { tone: 'failed' as const, words: t('workbench.tone.failed') };
  return found.shown === 'missed'
    ? { tone: 'missed' as const, words: t('workbench.tone.missed') }
    : { tone: 'covered' as const, words: t('workbench.tone.covered') };
}

/** What each criterion asks and what is shown; what cannot be, with its reason. */
function Coverage({ data }: { data: FlowData }): ReactNode {
  const t = useWords();
  return (
    <Card title={t('workbench.coverage')} flush>
      <ul className={styles.coverage}>
        {pathCriteria.map((one) => {
          const { covered, total, infeasible } = data.criteria[one];
          if (total === 0) return null;
          const reasons = data.reasons.filter(({ criterion }) => criterion === one);
          const missing = total - covered - infeasible;
          return (
            <li key={one}>
              <span>{t(`workbench.criterion.${one}`)}</span>
              <span className={missing > 0 ? styles.bad : styles.good}>
                {t('workbench.covered', { covered, total: total - infeasible })}
              </span>
              {reasons.length === 0 ? null : (
                <details>
                  <summary>{t('workbench.cannotBe', { count: infeasible })}</summary>
                  <ul className={styles.reasons}>
                    {reasons.map(({ item, reason }) => (
                      <li key={item}>
                        <span className={styles.stepName}>{item}</span>
                        <span className={styles.quiet}>{reason}</span>
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
