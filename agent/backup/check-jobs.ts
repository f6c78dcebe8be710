import { statSync } from 'node:fs';
import type { BackupJobsState } from '#api/contract/agent-methods/backup.ts';

/** Why this computer cannot have these jobs, for people: an enabled job names a volume that is not there. */
export function checkBackupJobs({ jobs }: BackupJobsState, isVolume = isVolumeHere): string | undefined {
  for (const { enabled, jobName, volumes } of jobs) {
    const missing = enabled ? volumes.filter((volume) => !isVolume(volume)) : [];
    if (missing.length > 0)
      return `This computer has no volume ${missing.slice(0, 5).join(', ')} (backup job “${jobName}”).`;
  }
  return undefined;
}

function isVolumeHere(volume: string): boolean {
  const isDrive = /^[A-Za-z]:$/.test(volume);
  if (isDrive !== (process.platform === 'win32')) return false;
  return statSync(isDrive ? `${volume}\\` : volume, { throwIfNoEntry: false })?.isDirectory() === true;
}
