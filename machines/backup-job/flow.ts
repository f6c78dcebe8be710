import { testedEntityFlow } from '#machines/shared/tested-entity.ts';
import manifest from '#schemas/backup-job/flow.json';

/** A backup job of a computer, whose agent tests the destination before the schedule is asked. */
export default testedEntityFlow({
  id: 'backup-job',
  manifest,
  calls: { read: 'readBackupJob', add: 'addBackupJob', save: 'saveBackupJob' },
  test: 'testBackupDestination',
  storedAs: 'jobId',
  saved: 'backupJob',
  words: { name: '/basic/jobName' },
});
