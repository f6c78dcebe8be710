import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { mostCandidates } from '#api/contract/directory-jobs.ts';
import { useCall } from '../../data/use-call.ts';
import { DataState } from '../../parts/data-state.tsx';
import { When } from '../../parts/when.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { useWords } from '../../words/words.ts';
import { Fact } from './fact.tsx';
import { DecisionTag } from './deployment-status.tsx';
import styles from './directory.module.css';
import { modeOf, scheduleOf, type Job } from './job-words.ts';

type Whole = CallReply<'readDirectoryJob'>;

/** One job: what it does and when, how its latest run ended, and the computers that it found new (F04-09). */
export function JobDialog({ job, onClose }: { job: Job; onClose: () => void }): ReactNode {
  const t = useWords();
  const read = useCall('readDirectoryJob', { params: { id: job.id } });
  return (
    <Modal opened onClose={onClose} title={job.name} size={640} closeButtonProps={{ 'aria-label': t('close') }}>
      <DataState of={read} failed={t('directoryJob.openFailed')}>
        {(whole) => (
          <>
            <JobFacts job={whole} />
            <Candidates job={whole} />
          </>
        )}
      </DataState>
    </Modal>
  );
}

function JobFacts({ job }: { job: Whole }): ReactNode {
  const t = useWords();
  const { ouPath, recursiveOuPath, domainController, deployment } = job.content;
  return (
    <dl className={styles.facts}>
      <Fact title={t('directoryJob.organization')}>{job.clientName}</Fact>
      <Fact title={t('directoryJob.controller')}>{domainController?.name ?? t('directoryJob.controllerGone')}</Fact>
      <Fact title={t('directoryJob.ouPath')}>
        {recursiveOuPath ? t('directoryJob.recursive', { path: ouPath }) : ouPath}
      </Fact>
      <Fact title={t('directoryJob.schedule')}>{scheduleOf(job, t)}</Fact>
      <Fact title={t('directoryJob.servers')}>
        {deployment && modeOf(deployment.windowsServers, deployment.windowsServersApprovalMode, t)}
      </Fact>
      <Fact title={t('directoryJob.workstations')}>
        {deployment && modeOf(deployment.windowsWorkstations, deployment.windowsWorkstationsApprovalMode, t)}
      </Fact>
      <Fact title={t('directoryJob.next')}>{job.nextRunAt === null ? null : <When at={job.nextRunAt} />}</Fact>
      <Fact title={t('directoryJob.last')}>
        {job.lastRunAt === null ? t('directoryJob.never') : <When at={job.lastRunAt} />}
      </Fact>
      <Fact title={t('directoryJob.result')}>{job.lastResult}</Fact>
      <Fact title={t('directoryJob.createdBy')}>{job.createdBy}</Fact>
    </dl>
  );
}

function Candidates({ job }: { job: Whole }): ReactNode {
  const t = useWords();
  const { candidateNodes } = job.content;
  if (candidateNodes.length === 0) return null;
  return (
    <section aria-label={t('directoryJob.found')}>
      <h3 className={styles.subhead}>{t('directoryJob.found')}</h3>
      <div className={styles.found}>
        <DataTable
          label={t('directoryJob.found')}
          rows={candidateNodes.map((candidate, id) => ({ ...candidate, id }))}
          columns={[
            { id: 'name', title: t('directory.name'), cell: ({ name }) => name },
            {
              id: 'status',
              title: t('directory.status'),
              width: 110,
              cell: ({ status }) => <DecisionTag status={status} />,
            },
            { id: 'location', title: t('directory.location'), from: 640, cell: ({ location }) => location },
          ]}
        />
      </div>
      {candidateNodes.length === mostCandidates ? <p className={styles.quiet}>{t('directoryJob.more')}</p> : null}
    </section>
  );
}
