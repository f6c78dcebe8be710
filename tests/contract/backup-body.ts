/** A backup job of a device as a request has it. */
export const backupBody = (nodeId: number, jobName: string, more: object = {}) => ({
  nodeId,
  enabled: true,
  jobName,
  jobComment: '',
  volumes: ['/'],
  compressionType: 'STANDARD',
  splitImageFile: false,
  destinationType: 'LOCAL',
  localDestinationPath: '/srv/backups',
  passwordType: 'NONE',
  scheduleType: 'WEEKLY',
  fullDays: ['SUN'],
  fullTime: '02:00',
  incrementalDays: ['MON', 'TUE'],
  incrementalStartTime: '08:00',
  incrementalStopTime: '18:00',
  incrementalInterval: 60,
  includeFreeSpace: false,
  performanceThrottlingPercent: 100,
  useDifferentialForScheduledBackup: false,
  generateMD5File: true,
  ignoreReadFailures: false,
  enableWriteCaching: false,
  enableConcurrentExecution: false,
  enableIncrementalRecovery: true,
  executeMissedSchedule: true,
  waitForCompletionTimeout: 5,
  retentionPolicy: 'NONE',
  ...more,
});

/** A share in place of the folder, without its password. */
export const share = {
  localDestinationPath: undefined,
  destinationType: 'NETWORK_SHARE',
  networkDestinationName: 'NAS',
  networkDestinationPath: '\\\\nas\\backups',
  networkUserName: 'backup',
};

/** The same with a share, whose password is secret. */
export const shareBody = (nodeId: number, jobName: string, more: object = {}) =>
  backupBody(nodeId, jobName, { ...share, networkPassword: 'share secret', ...more });
