import { ActionIcon, Loader, Menu, Tooltip } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheckFilled,
  IconDots,
  IconPencil,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import parts from '../../parts/parts.module.css';
import { When } from '../../parts/when.tsx';
import { organizationPath } from '../../shell/add-paths.ts';
import type { Column } from '../../table/column.ts';
import tableStyles from '../../table/data-table.module.css';
import { useWords } from '../../words/words.ts';
import styles from './directory.module.css';
import { scheduleOf, type Job } from './job-words.ts';

export type JobAct = 'run' | 'edit' | 'delete';

/** How the latest run ended; its words are told beside the pointer, and in the dialog. */
export function LastRun({ running, lastRunAt, lastOutcome, lastResult }: Job): ReactNode {
  const t = useWords();
  if (running)
    return (
      <span className={`${parts.status} ${styles.deployment}`} data-tone="idle">
        <Loader size={13} />
        {t('directoryJob.running')}
      </span>
    );
  if (lastRunAt === null) return <span className={styles.quiet}>{t('directoryJob.never')}</span>;
  const failed = lastOutcome === 'failed';
  return (
    <Tooltip label={lastResult} multiline maw={340}>
      <span className={`${parts.status} ${styles.deployment}`} data-tone={failed ? 'warn' : 'good'}>
        {failed ? <IconAlertTriangle size={15} aria-hidden /> : <IconCircleCheckFilled size={15} aria-hidden />}
        <When at={lastRunAt} />
        <span className={styles.path}>{lastResult}</span>
      </span>
    </Tooltip>
  );
}

export function useJobColumns(onAct: (act: JobAct, job: Job) => void): Column<Job>[] {
  const t = useWords();
  return [
    {
      id: 'name',
      title: t('directoryJob.name'),
      fixed: true,
      cell: ({ name, content }) => (
        <>
          <span className={tableStyles.main}>{name}</span>
          <span className={tableStyles.second}>
            {[content.ouPath, content.domainController?.name ?? t('directoryJob.controllerGone')].join(' · ')}
          </span>
        </>
      ),
    },
    {
      id: 'organization',
      title: t('directoryJob.organization'),
      from: 1140,
      width: 130,
      cell: ({ clientId, clientName }) => (
        <Link to={organizationPath(clientId)} className={tableStyles.main}>
          {clientName}
        </Link>
      ),
    },
    {
      id: 'schedule',
      title: t('directoryJob.schedule'),
      from: 900,
      width: 220,
      cell: (job) => scheduleOf(job, t),
    },
    {
      id: 'next',
      title: t('directoryJob.next'),
      from: 640,
      width: 100,
      cell: ({ nextRunAt }) => (nextRunAt === null ? '–' : <When at={nextRunAt} />),
    },
    { id: 'last', title: t('directoryJob.last'), from: 640, cell: (job) => <LastRun {...job} /> },
    {
      id: 'actions',
      title: t('directoryJob.actions', { name: '' }),
      silent: true,
      fixed: true,
      width: 72,
      align: 'end',
      cell: (job) => <JobMenu job={job} onAct={(act) => onAct(act, job)} />,
    },
  ];
}

/** An ad hoc job runs in the wizard, and is not edited: a run asks everything anew. */
function JobMenu({ job, onAct }: { job: Job; onAct: (act: JobAct) => void }): ReactNode {
  const t = useWords();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('directoryJob.actions', { name: job.name })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPlayerPlay size={16} />}
          disabled={job.running || job.content.domainController === null}
          onClick={() => onAct('run')}
        >
          {t('directoryJob.run')}
        </Menu.Item>
        {job.jobType === 'SCHEDULED' ? (
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onAct('edit')}>
            {t('directoryJob.edit')}
          </Menu.Item>
        ) : null}
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => onAct('delete')}>
          {t('directoryJob.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
