import { Type } from 'typebox';
import { backupJobFields, backupSecrets, DestinationCheck } from './agent-methods/backup.ts';
import { destinationTypes, mostBackupJobs } from './backup-names.ts';
import { call } from './call.ts';
import { Delivery } from './delivery.ts';
import { Closed, Done, Id, IdParams, Instant, Nullable, OneOf, Revision, Saved, Text } from './shapes.ts';

/** A job of a computer without its secrets: each is a flag, `…Set` (F06-31 … F06-39). */
export const BackupJob = Type.Object({
  id: Id,
  nodeId: Id,
  ...backupJobFields,
  networkPasswordSet: Type.Boolean(),
  passwordSet: Type.Boolean(),
  revision: Revision,
  createdAt: Instant,
  updatedAt: Instant,
});
/** `runLaterDate` and the times are judged by the screens, which say what is wrong with another text. */
const BackupJobInput = Closed({
  nodeId: Id,
  ...backupJobFields,
  ...backupSecrets,
  runLaterDate: Type.Optional(Text(10)),
  runLaterTime: Type.Optional(Text(5)),
  fullTime: Type.Optional(Text(5)),
  fullStopTime: Type.Optional(Text(5)),
  incrementalStartTime: Type.Optional(Text(5)),
  incrementalStopTime: Type.Optional(Text(5)),
});

/** What the agent found, or that it could not look. */
export const DestinationTested = Type.Object({
  resultCode: Type.Literal('SUCCESS'),
  outcome: OneOf(['passed', 'failed', 'open']),
  checks: Type.Array(DestinationCheck, { maxItems: 10 }),
  freeBytes: Nullable(Type.Integer()),
});

export const backupJobCalls = {
  listBackupJobs: call({
    method: 'GET',
    path: '/device/:id/backupjob',
    summary: 'Backup jobs of a device, by name, and whether its agent has them',
    params: IdParams,
    reply: Type.Object({
      items: Type.Array(BackupJob, { maxItems: mostBackupJobs }),
      delivery: Delivery,
    }),
    errors: [],
    permission: 'NODE:View',
  }),
  readBackupJob: call({
    method: 'GET',
    path: '/backupjob/:id',
    summary: 'One backup job, without its secrets',
    params: IdParams,
    reply: BackupJob,
    errors: [],
    permission: 'NODE:Update',
  }),
  /** F06-44 */
  addBackupJob: call({
    method: 'POST',
    path: '/backupjob',
    summary: 'Adds a backup job to a device',
    body: BackupJobInput,
    bodyBytes: 64 * 1024,
    reply: Saved('backupJob', BackupJob),
    errors: [],
    permission: 'NODE:Update',
    idempotent: true,
  }),
  /** A secret that is left out stays as it is stored. */
  saveBackupJob: call({
    method: 'PUT',
    path: '/backupjob/:id',
    summary: 'Changes a backup job',
    params: IdParams,
    body: BackupJobInput,
    bodyBytes: 64 * 1024,
    reply: Saved('backupJob', BackupJob),
    errors: ['conflict'],
    revised: BackupJob,
    permission: 'NODE:Update',
    idempotent: true,
  }),
  removeBackupJob: call({
    method: 'DELETE',
    path: '/backupjob/:id',
    summary: 'Removes a backup job from its device',
    params: IdParams,
    reply: Done,
    errors: [],
    permission: 'NODE:Update',
    idempotent: true,
  }),
  /** Nothing of the request is stored. `jobId` names the job whose stored password of the share is used where none is given. */
  testBackupDestination: call({
    method: 'POST',
    path: '/backupjob/test',
    summary: 'Lets the agent of a device test the destination of a backup job',
    body: Closed({
      nodeId: Id,
      jobId: Type.Optional(Id),
      destinationType: OneOf(destinationTypes),
      localDestinationPath: Type.Optional(Text(255)),
      networkDestinationName: Type.Optional(Text(50)),
      networkDestinationPath: Type.Optional(Text(255)),
      networkDomain: Type.Optional(Text(255)),
      networkUserName: Type.Optional(Text(100)),
      networkPassword: Type.Optional(Text(128)),
    }),
    reply: DestinationTested,
    errors: [],
    permission: 'NODE:Update',
    rate: { max: 30, seconds: 60 },
  }),
};
