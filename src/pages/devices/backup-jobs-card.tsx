import type { ReactNode } from 'react';
import { Tag } from '#screens/shared/tag.tsx';
import { useAct } from '../../data/use-act.ts';
import { useCall, useRefresh } from '../../data/use-call.ts';
import { useWords } from '../../words/words.ts';
import { BackupJobFacts } from './backup-job-facts.tsx';
import { ConfiguredCard } from './configured-card.tsx';

/** The backup jobs of a computer, and whether its agent has them (F06-01). */
export function BackupJobsCard({ id, zone }: { id: number; zone: string }): ReactNode {
  const t = useWords();
  const refresh = useRefresh();
  const jobs = useCall('listBackupJobs', { params: { id } }, { refetchEverySeconds: 30 });
  const remove = useAct('removeBackupJob', {
    done: t('backupJob.deleted'),
    failed: t('backupJob.deleteFailed'),
    refresh: ['listBackupJobs'],
  });
  return (
    <ConfiguredCard
      id={id}
      flowId="backup-job"
      list={jobs}
      nameOf={({ jobName }) => jobName}
      mark={({ enabled }) => (enabled ? null : <Tag tone="idle">{t('backupJob.disabled')}</Tag>)}
      note={(job) => <BackupJobFacts job={job} zone={zone} />}
      foot={t('backupJob.zone', { zone })}
      removal={{ ...remove, run: async (job) => (await remove.run({ params: { id: job } })) !== undefined }}
      onChanged={() => refresh('listBackupJobs')}
      words={{
        title: t('backupJob.title'),
        text: t('backupJob.text'),
        add: t('backupJob.add'),
        none: t('backupJob.none'),
        noneText: t('backupJob.noneText'),
        failed: t('backupJob.failed'),
        remove: t('backupJob.delete'),
        removeTitle: (name) => t('backupJob.deleteTitle', { name }),
        removeText: t('backupJob.deleteText'),
      }}
    />
  );
}
