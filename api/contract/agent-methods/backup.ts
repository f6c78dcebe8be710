import { Type, type Static } from 'typebox';
import { Closed, Nullable, OneOf, Text } from '../shapes.ts';
import {
  compressionTypes,
  destinationTypes,
  mostBackupJobs,
  passwordTypes,
  retentionPolicies,
  scheduleTypes,
  weekDays,
} from '../backup-names.ts';

const Days = Type.Array(OneOf(weekDays), { minItems: 1, maxItems: 7 });
const Time = Type.String({ pattern: '^[0-2][0-9]:[0-5][0-9]$' });
const Minutes = Type.Integer({ minimum: 1, maximum: 1440 });

/** A backup job without its secrets. Fields that its types do not ask for are absent; the screens have the rules and the bounds. */
export const backupJobFields = {
  enabled: Type.Boolean(),
  jobName: Text(50),
  jobComment: Text(1000),
  volumes: Type.Array(Text(255), { minItems: 1, maxItems: 20 }),
  compressionType: OneOf(compressionTypes),
  splitImageFile: Type.Boolean(),
  /** Megabytes. */
  splitImageFileSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  destinationType: OneOf(destinationTypes),
  localDestinationPath: Type.Optional(Text(255)),
  networkDestinationName: Type.Optional(Text(50)),
  networkDestinationPath: Type.Optional(Text(255)),
  networkDomain: Type.Optional(Text(255)),
  networkUserName: Type.Optional(Text(100)),
  passwordType: OneOf(passwordTypes),
  passwordPath: Type.Optional(Text(255)),
  scheduleType: OneOf(scheduleTypes),
  useVssOnly: Type.Optional(Type.Boolean()),
  runLaterDate: Type.Optional(Type.String({ format: 'date' })),
  runLaterTime: Type.Optional(Time),
  dayOfMonth: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 31 }), { minItems: 1, maxItems: 31 })),
  fullDays: Type.Optional(Days),
  fullTime: Type.Optional(Time),
  fullStopTime: Type.Optional(Time),
  /** Minutes, or hours for monthly schedules; so is the other one (F06-24). */
  fullInterval: Type.Optional(Minutes),
  incrementalDays: Type.Optional(Days),
  incrementalStartTime: Type.Optional(Time),
  incrementalStopTime: Type.Optional(Time),
  incrementalInterval: Type.Optional(Minutes),
  includeFreeSpace: Type.Boolean(),
  performanceThrottlingPercent: Type.Integer({ minimum: 1, maximum: 100 }),
  useDifferentialForScheduledBackup: Type.Boolean(),
  generateMD5File: Type.Boolean(),
  ignoreReadFailures: Type.Boolean(),
  enableWriteCaching: Type.Boolean(),
  enableConcurrentExecution: Type.Boolean(),
  enableIncrementalRecovery: Type.Boolean(),
  executeMissedSchedule: Type.Boolean(),
  preSnapshotCommand: Type.Optional(Text(1000)),
  postSnapshotCommand: Type.Optional(Text(1000)),
  postBackupCommand: Type.Optional(Text(1000)),
  /** Minutes. */
  waitForCompletionTimeout: Type.Integer({ minimum: 1, maximum: 1440 }),
  retentionPolicy: OneOf(retentionPolicies),
  retentionImageCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 9999 })),
};

/** Of the network share, and of the image files. */
export const backupSecrets = {
  networkPassword: Type.Optional(Text(128)),
  password: Type.Optional(Text(128)),
};

/** The document of the desired state `backup-jobs`. */
export const BackupJobsState = Closed({
  jobs: Type.Array(Closed({ ...backupJobFields, ...backupSecrets }), { maxItems: mostBackupJobs }),
});
export type BackupJobsState = Static<typeof BackupJobsState>;

/** What was looked at, in its order. `open`: it could not be looked at, and the text says why. */
export const DestinationCheck = Type.Object({
  check: OneOf(['agent', 'path', 'write', 'space', 'name', 'port', 'sign-in']),
  outcome: OneOf(['passed', 'failed', 'open']),
  /** For people. */
  text: Text(300),
});
export type DestinationCheck = Static<typeof DestinationCheck>;

/** Looks whether image files can be written there: a folder of this computer, or a share. */
export const backupTestDestination = {
  title: 'test of a backup destination',
  capability: 'backup@1',
  params: Closed({
    destinationType: OneOf(destinationTypes),
    /** Of LOCAL. */
    path: Text(255),
    /** Of NETWORK_SHARE. */
    share: Nullable(Closed({ path: Text(255), domain: Text(255), username: Text(100), password: Text(128) })),
  }),
  result: Closed({
    checks: Type.Array(DestinationCheck, { maxItems: 10 }),
    freeBytes: Nullable(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  }),
  seconds: 30,
} as const;
export type DestinationTest = Static<typeof backupTestDestination.params>;
export type DestinationResult = Static<typeof backupTestDestination.result>;
