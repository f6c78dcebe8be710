import type { CallReply } from '#api/client.ts';
import type { ApprovalMode } from '#api/contract/directory-jobs.ts';
import type { useWords } from '../../words/words.ts';

export type Job = CallReply<'listDirectoryJobs'>['items'][number];
type Words = ReturnType<typeof useWords>;

const two = (number: number): string => String(number).padStart(2, '0');

/** “Daily at 02:00 (Europe/Berlin)”; “Ad hoc” for a job without a schedule (F04-56). */
export function scheduleOf(
  { content, timeZone }: Pick<Job, 'timeZone'> & { content: Pick<Job['content'], 'schedule'> },
  t: Words,
): string {
  const { schedule } = content;
  if (schedule === null) return t('directoryJob.adHoc');
  const { repeats, daysOfWeek = [], dayOfMonth = 1, runAtHour = 0, runAtMinute } = schedule;
  const time = `${two(runAtHour)}:${two(runAtMinute)}`;
  const inZone = (words: string) => t('directoryJob.inZone', { schedule: words, zone: timeZone.replaceAll('_', ' ') });
  switch (repeats) {
    case 'HOURLY':
      return inZone(t('directoryJob.hourly', { minute: two(runAtMinute) }));
    case 'DAILY':
      return inZone(t('directoryJob.daily', { time }));
    case 'WEEKLY':
      return inZone(
        t('directoryJob.weekly', { time, days: daysOfWeek.map((day) => t(`maintenance.day.${day}`)).join(', ') }),
      );
    case 'MONTHLY': {
      const days = dayOfMonth === 0 ? t('maintenance.lastDay') : t('maintenance.dayOfMonth', { day: dayOfMonth });
      return inZone(t('directoryJob.monthly', { time, days }));
    }
    default:
      return unreachable(repeats);
  }
}

/** What a job does with new computers of a group (F04-14). */
export function modeOf(on: boolean, mode: ApprovalMode | undefined, t: Words): string {
  return on ? t(`directoryJob.mode.${mode ?? 'NONE'}`) : t('directoryJob.off');
}

function unreachable(repeats: never): never {
  throw new Error(`no schedule repeats ${String(repeats)}`);
}
