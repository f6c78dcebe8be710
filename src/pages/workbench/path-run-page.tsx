import { Button, Menu, Progress, Select } from '@mantine/core';
import { IconDownload, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { callFile } from '#api/client.ts';
import type { FlowOutcome } from '#api/contract/workbench.ts';
import { useFormat } from '#screens/shared/format.ts';
import { flowTitle } from '../studio/flow-title.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { useSaveFile } from '../../data/use-save-file.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { When } from '../../parts/when.tsx';
import { NotFound } from '../../shell/page-boundary.tsx';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import { differenceOf, isActive, problemsOf, type Difference, type PathRun } from './path-run.ts';
import { pathReportPath, pathRunPath, workbenchPath } from './paths.ts';
import { RunState } from './run-state.tsx';
import { WalkDiagram } from './walk-diagram.tsx';
import styles from './workbench.module.css';

/** A run of generated paths: how far it is, and what it found in each flow. */
export default function PathRunPage(): ReactNode {
  const t = useWords();
  const id = String(useParams({ strict: false, select: (params: { run?: string }) => params.run }));
  const [ended, setEnded] = useState(false);
  const reply = useCall('readPathRun', { params: { id } }, { refetchEverySeconds: ended ? 600 : 1 });
  const run = reply.data;
  if (run && ended === isActive(run)) setEnded(!isActive(run));
  if (reply.error?.code === 'not_found' || reply.error?.code === 'invalid_input') return <NotFound />;
  return (
    <Page
      title={run?.flows.length === 1 ? flowTitle(run.flows[0] ?? '') : t('workbench.runTitle')}
      parents={[{ path: workbenchPath, title: t('workbench.title') }]}
      description={
        run ? (
          <>
            {t('workbench.by', { name: run.startedBy || t('workbench.deletedUser') })} · <When at={run.startedAt} /> ·{' '}
            {t(`workbench.tierName.${run.tier}`)} · {t('workbench.seedIs', { seed: run.seed })}
          </>
        ) : undefined
      }
      actions={run ? <Acts run={run} /> : null}
    >
      <DataState of={reply} failed={t('workbench.runFailed')} tall>
        {(shown) => (
          <div className={styles.stack}>
            {isActive(shown) ? <Walking run={shown} /> : null}
            {shown.now ? <WalkDiagram walk={shown.now} /> : null}
            <Outcomes run={shown} />
          </div>
        )}
      </DataState>
    </Page>
  );
}

function Acts({ run }: { run: PathRun }): ReactNode {
  const t = useWords();
  const navigate = useNavigate();
  const stop = useAct('cancelRun', { failed: t('workbench.stopFailed'), refresh: ['readPathRun'] });
  const again = useAct('startPathRun', { failed: t('workbench.startFailed'), refresh: ['listPathRuns'] });
  const { busy, save } = useSaveFile(t('workbench.exportFailed'));
  const { id, flows, tier, criteria, seed } = run;
  const file = (format: 'html' | 'json' | 'junit', name: string): void =>
    void save(() => callFile('exportPathRun', { params: { id }, query: { format } }), name);
  if (isActive(run))
    return (
      <Button
        variant="default"
        c="var(--cairn-bad)"
        leftSection={<IconPlayerStop size={16} />}
        loading={stop.busy}
        onClick={() => void stop.run({ params: { id } })}
      >
        {t('workbench.stop')}
      </Button>
    );
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconDownload size={16} />} loading={busy}>
            {t('workbench.export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => file('html', 'paths.html')}>{t('workbench.html')}</Menu.Item>
          <Menu.Item onClick={() => file('junit', 'paths.xml')}>{t('workbench.junit')}</Menu.Item>
          <Menu.Item onClick={() => file('json', 'paths.json')}>{t('workbench.json')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button
        leftSection={<IconRefresh size={16} />}
        loading={again.busy}
        onClick={async () => {
          const started = await again.run({ body: { flows, tier, criteria, seed } });
          if (started) void navigate({ to: pathRunPath(started.id) });
        }}
      >
        {t('workbench.again')}
      </Button>
    </>
  );
}

/** The progress of a run. Each flow counts the same, whatever its number of paths. */
function Walking({ run }: { run: PathRun }): ReactNode {
  const t = useWords();
  const { flows, outcomes, now } = run;
  const share = now && now.total > 0 ? now.done / now.total : 0;
  const value = (100 * (outcomes.length + share)) / flows.length;
  const label = now
    ? now.total === 0
      ? t('workbench.generating', { flow: flowTitle(now.flow) })
      : t('workbench.walking', { flow: flowTitle(now.flow), done: now.done, total: now.total })
    : t('workbench.state.queued');
  return (
    <Card title={t('workbench.progress')}>
      <div className={styles.walking} role="status">
        <span>{label}</span>
        <span className={styles.quiet}>{t('workbench.flowsDone', { done: outcomes.length, count: flows.length })}</span>
      </div>
      <Progress value={value} aria-label={t('workbench.progress')} />
    </Card>
  );
}

function Outcomes({ run }: { run: PathRun }): ReactNode {
  const t = useWords();
  const [against, setAgainst] = useState<string | null>(null);
  const runs = useCall('listPathRuns', {});
  const format = useFormat();
  const earlier = (runs.data ?? []).filter(
    ({ id, startedAt, flows }) =>
      id !== run.id && startedAt < run.startedAt && flows.some((flow) => run.flows.includes(flow)),
  );
  const compared = useCall('readPathRun', { params: { id: against ?? '' } }, { enabled: against !== null });
  const before = against === null ? undefined : compared.data;
  // Failures first, then in the order of the run.
  const outcomes = run.outcomes.toSorted((a, b) => problemsOf(b) - problemsOf(a));
  const criteria = run.criteria;
  const cells = (outcome: FlowOutcome) =>
    criteria.map((one) => {
      const { covered, total, infeasible } = outcome.criteria[one];
      const missing = total - covered - infeasible;
      return (
        <td key={one} className={styles.number} data-bad={missing > 0 || undefined}>
          {t('workbench.covered', { covered, total: total - infeasible })}
        </td>
      );
    });
  return (
    <Card
      title={t('workbench.flows')}
      count={run.outcomes.length}
      flush
      actions={
        <>
          <RunState run={run} />
          {earlier.length === 0 || outcomes.length === 0 ? null : (
            <Select
              size="xs"
              aria-label={t('workbench.compare')}
              placeholder={t('workbench.compare')}
              clearable
              data={earlier.map(({ id, startedAt }) => ({ value: id, label: format.exact(startedAt) }))}
              value={against}
              onChange={setAgainst}
            />
          )}
        </>
      }
    >
      {outcomes.length === 0 ? (
        <p className={styles.empty}>{isActive(run) ? t('workbench.noneYet') : t('workbench.noneWalked')}</p>
      ) : (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('workbench.flow')}</th>
                <th scope="col">{t('workbench.result')}</th>
                {before ? <th scope="col">{t('workbench.change')}</th> : null}
                {criteria.map((one) => (
                  <th key={one} scope="col" className={styles.number}>
                    {t(`workbench.criterion.${one}`)}
                  </th>
                ))}
                <th scope="col" className={styles.number}>
                  {t('workbench.paths')}
                </th>
                <th scope="col" className={styles.number}>
                  {t('workbench.steps')}
                </th>
              </tr>
            </thead>
            <tbody>
              {outcomes.map((outcome) => (
                <tr key={outcome.flow}>
                  <td>
                    <Link className={styles.link} to={pathReportPath(run.id, outcome.flow)}>
                      {flowTitle(outcome.flow)}
                    </Link>
                  </td>
                  <td>
                    {outcome.notWalked !== undefined ? (
                      <span className={styles.quiet}>{t('workbench.notWalked', { reason: outcome.notWalked })}</span>
                    ) : problemsOf(outcome) === 0 ? (
                      <span className={styles.good}>{t('workbench.holds')}</span>
                    ) : (
                      <span className={styles.bad}>{t('workbench.problems', { count: problemsOf(outcome) })}</span>
                    )}
                  </td>
                  {before ? (
                    <td>
                      <Changed
                        by={differenceOf(
                          outcome,
                          before.outcomes.find(({ flow }) => flow === outcome.flow),
                        )}
                      />
                    </td>
                  ) : null}
                  {cells(outcome)}
                  <td className={styles.number}>{format.number(outcome.paths)}</td>
                  <td className={styles.number}>{format.number(outcome.steps)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

function Changed({ by }: { by: Difference | undefined }): ReactNode {
  const t = useWords();
  if (by === undefined) return <span className={styles.quiet}>{t('workbench.notWalkedBefore')}</span>;
  const said = by.shown.map(({ criterion, count }) =>
    t(count > 0 ? 'workbench.moreShown' : 'workbench.lessShown', {
      criterion: t(`workbench.criterion.${criterion}`),
      count: Math.abs(count),
    }),
  );
  const count = Math.abs(by.problems);
  if (by.problems !== 0)
    said.unshift(t(by.problems > 0 ? 'workbench.moreProblems' : 'workbench.fewerProblems', { count }));
  return said.length === 0 ? (
    <span className={styles.quiet}>{t('workbench.asBefore')}</span>
  ) : (
    <span className={by.problems > 0 ? styles.bad : undefined}>{said.join(', ')}</span>
  );
}
