import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useAct } from '../../data/use-act.ts';
import { useRefresh } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { Bones, DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { Notice } from '../../parts/notice.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { useRows } from '../../table/use-rows.ts';
import { useWords } from '../../words/words.ts';
import { useJobColumns, type JobAct } from './job-columns.tsx';
import { JobDialog } from './job-dialog.tsx';
import { JobFlow } from './job-flow.tsx';
import type { Job } from './job-words.ts';

const refresh = ['listDirectoryJobs', 'readDirectoryJob', 'listDirectoryDevices'] as const;

interface Opened {
  what: 'show' | 'edit' | 'run' | 'delete';
  job: Job;
}

/** The saved discoveries of directories: those that run by themselves, and those that somebody runs (F04-41). */
export function JobsCard({ clientId }: { clientId: number }): ReactNode {
  const t = useWords();
  const jobs = useRows('listDirectoryJobs', clientId > 0 ? { clientId } : {}, { refetchEverySeconds: 10 });
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  const start = useAct('runDirectoryJob', { failed: t('directoryJob.runFailed'), refresh: [...refresh] });
  const act = (what: JobAct, job: Job): void => {
    if (what === 'run' && job.jobType === 'SCHEDULED') void start.run({ params: { id: job.id } });
    else setOpened({ what, job });
  };
  const columns = useJobColumns(act);
  const total = jobs.first.data?.total || undefined;
  return (
    <Card title={t('directoryJob.title')} count={total} flush>
      <DataState of={jobs.first} failed={t('directoryJob.failed')} bones={<Bones lines={2} />}>
        {({ total: count }) =>
          count === 0 ? (
            <Message title={t('directoryJob.none')} text={t('directoryJob.noneText')} />
          ) : (
            <>
              {jobs.failure ? <Notice title={t('directoryJob.failed')} text={jobs.failure.message} /> : null}
              <DataTable
                label={t('directoryJob.title')}
                rows={jobs.rows}
                columns={columns}
                onSeen={jobs.onSeen}
                onOpen={(job) => setOpened({ what: 'show', job })}
              />
            </>
          )
        }
      </DataState>
      {opened ? <OpenedJob {...opened} onClose={close} /> : null}
    </Card>
  );
}

function OpenedJob({ what, job, onClose }: Opened & { onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const again = useRefresh();
  if (what === 'show') return <JobDialog job={job} onClose={onClose} />;
  if (what === 'delete') return <DeleteJob job={job} onClose={onClose} />;
  return (
    <JobFlow
      id={job.id}
      mode={what}
      onEnded={({ next }) => {
        onClose();
        again(...refresh);
        if (next !== undefined) void navigate({ to: next });
      }}
    />
  );
}

function DeleteJob({ job, onClose }: { job: Job; onClose: () => void }): ReactNode {
  const t = useWords();
  const { id, name } = job;
  const remove = useAct('removeDirectoryJob', {
    done: t('directoryJob.deleted', { name }),
    failed: t('directoryJob.deleteFailed'),
    refresh: [...refresh],
  });
  return (
    <ConfirmModal
      opened
      danger
      title={t('directoryJob.deleteTitle', { name })}
      text={t('directoryJob.deleteText')}
      act={t('directoryJob.delete')}
      busy={remove.busy}
      failure={remove.failure?.message}
      onClose={onClose}
      onConfirm={() => void remove.run({ params: { id } }).then((done) => done && onClose())}
    />
  );
}
