import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { localText } from '#engine/vocabulary/instant.ts';
import { isVssOnly, nextRuns, oldestKept } from '#schemas/backup-job/runs.ts';
import { clockWords, RunTimeline } from '#screens/shared/run-timeline.tsx';
import { useNow } from '#screens/shared/use-now.ts';
import { useWords } from '../../words/words.ts';

type Job = CallReply<'listBackupJobs'>['items'][number];

const SHOWN = 4;

/** What a job backs up, its schedule in words, its next runs and what its retention keeps. */
export function BackupJobFacts({ job, zone }: { job: Job; zone: string }): ReactNode {
  const t = useWords();
  const now = localText(useNow(), zone);
  const destination = job.localDestinationPath ?? job.networkDestinationPath ?? '';
  const runs = job.enabled ? nextRuns(job, now, SHOWN) : [];
  return (
    <>
      {job.jobComment ? <p>{job.jobComment}</p> : null}
      <p>{t('backupJob.volumes', { volumes: job.volumes.join(', '), destination })}</p>
      <p>
        <ScheduleWords job={job} />
      </p>
      <p>
        <RetentionWords job={job} now={now} />
      </p>
      {runs.length > 0 ? <RunTimeline runs={runs} label={t('backupJob.next', { name: job.jobName })} /> : null}
      {job.enabled && runs.length === 0 ? <p>{t('backupJob.noNext')}</p> : null}
    </>
  );
}

function ScheduleWords({ job }: { job: Job }): ReactNode {
  const t = useWords();
  const daysOf = (days: readonly string[] = []) =>
    days.map((day) => t(`backupJob.day_${day}`, { defaultValue: day })).join(', ');
  const { scheduleType, runLaterDate = '', runLaterTime = '', fullTime = '' } = job;
  const isMonthly = scheduleType === 'MONTHLY' || scheduleType === 'MONTHLY_VSS_ONLY';
  const days = isMonthly ? (job.dayOfMonth ?? []).join(', ') : daysOf(job.fullDays);
  const main = t(`backupJob.type_${scheduleType}`, {
    days,
    date: runLaterDate,
    time: scheduleType === 'LATER' ? runLaterTime : fullTime,
  });
  if (scheduleType === 'LATER' || isVssOnly(job)) return main;
  const { incrementalStartTime: start = '', incrementalStopTime: stop = '' } = job;
  return `${main}; ${t('backupJob.incremental', { days: daysOf(job.incrementalDays), start, stop })}`;
}

function RetentionWords({ job, now }: { job: Job; now: string }): ReactNode {
  const t = useWords();
  const { retentionPolicy, retentionImageCount: count = 0 } = job;
  if (retentionPolicy === 'NONE') return t('backupJob.keepsAll');
  const oldest = oldestKept(job, now, count);
  return oldest === undefined
    ? t('backupJob.keeps', { count })
    : t('backupJob.keepsSince', { count, time: clockWords(oldest) });
}
