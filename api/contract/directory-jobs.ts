import { Type, type Static } from 'typebox';
import { call } from './call.ts';
import { directoryStatuses } from './directory.ts';
import { Hour, Minute, scheduleDays } from './schedule.ts';
import {
  Closed,
  Done,
  Id,
  IdParams,
  Instant,
  Nullable,
  OneOf,
  Page,
  PageQuery,
  Revision,
  Saved,
  Text,
  Uuid,
} from './shapes.ts';

/** An ad hoc job runs once each time that somebody runs it; a scheduled job runs by itself (F04-06). */
export const jobTypes = ['AD_HOC', 'SCHEDULED'] as const;
export type JobType = (typeof jobTypes)[number];

/** What a scheduled job decides about a new computer (F04-14). `NONE`: nothing, the computer stays NEW. */
export const approvalModes = ['NONE', 'PENDING_APPROVAL', 'AUTO_APPROVE'] as const;
export type ApprovalMode = (typeof approvalModes)[number];

/** The groups of computers that a scheduled job decides about (F04-54). */
export const deploymentGroups = ['windows_servers', 'windows_workstations'] as const;
export type DeploymentGroup = (typeof deploymentGroups)[number];

/** Computers that the content of a job names. */
export const mostCandidates = 1000;

/**
 * When a scheduled job runs, without an end (F04-56), by the clock of its organization. HOURLY has no hour; the others need one.
 */
export const DiscoverySchedule = Closed({
  repeats: OneOf(['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY']),
  ...scheduleDays,
  runAtHour: Type.Optional(Hour),
  runAtMinute: Minute,
});
export type DiscoverySchedule = Static<typeof DiscoverySchedule>;

/** What a scheduled job does with new servers and workstations (F04-08). A location where the mode needs one (F04-12). */
export const Deployment = Closed({
  windowsServers: Type.Boolean(),
  windowsServersLocation: Type.Optional(Id),
  windowsServersApprovalMode: Type.Optional(OneOf(approvalModes)),
  windowsWorkstations: Type.Boolean(),
  windowsWorkstationsLocation: Type.Optional(Id),
  windowsWorkstationsApprovalMode: Type.Optional(OneOf(approvalModes)),
});
export type Deployment = Static<typeof Deployment>;

/** A computer that the latest run found new, and what was decided about it (F04-09). `location`: its name, empty without one. */
export const CandidateNode = Closed({
  name: Text(255),
  objectGuid: Text(36),
  status: OneOf(directoryStatuses),
  location: Text(255),
});
export type CandidateNode = Static<typeof CandidateNode>;

const place = { clientId: Id, ouPath: Text(1024), recursiveOuPath: Type.Boolean() };

/** A job without what its runs found (F04-06, F04-07). */
const job = {
  id: Id,
  name: Type.String(),
  clientId: Id,
  clientName: Type.String(),
  jobType: OneOf(jobTypes),
  runOnce: Type.Boolean(),
  /** With which the agent is installed; null once it was removed. */
  credentialId: Nullable(Id),
  createdBy: Type.String(),
  createdAt: Instant,
  updatedAt: Instant,
  /** A run is under way. */
  running: Type.Boolean(),
  lastRunAt: Nullable(Instant),
  lastOutcome: Nullable(OneOf(['succeeded', 'failed'])),
  /** How the latest run ended, in words; empty before the first. */
  lastResult: Type.String(),
  /** Null for an ad hoc job. */
  nextRunAt: Nullable(Instant),
  /** By which the schedule is meant. */
  timeZone: Type.String(),
  revision: Revision,
};
const content = {
  ouPath: Type.String(),
  /** Null once the device was removed. */
  domainController: Nullable(Type.Object({ id: Id, name: Type.String() })),
  recursiveOuPath: Type.Boolean(),
  /** With which the directory is read; null once it was removed. */
  directoryCredentialId: Nullable(Id),
  allowPlain: Type.Boolean(),
  schedule: Nullable(DiscoverySchedule),
  deployment: Nullable(Deployment),
};

export const DirectoryJobRow = Type.Object({ ...job, content: Type.Object(content) });
export const DirectoryJob = Type.Object({
  ...job,
  content: Type.Object({ ...content, candidateNodes: Type.Array(CandidateNode) }),
});

/** `test`: the run that validated the credential (F04-33). `schedule` and `deployment` for a scheduled job alone. */
const JobInput = Closed({
  name: Text(255),
  clientId: Id,
  jobType: OneOf(jobTypes),
  credentialId: Id,
  test: Uuid,
  content: Closed({
    ouPath: Text(1024),
    domainController: Closed({ id: Id }),
    recursiveOuPath: Type.Boolean(),
    directoryCredentialId: Id,
    allowPlain: Type.Boolean(),
    schedule: Type.Optional(DiscoverySchedule),
    deployment: Type.Optional(Deployment),
  }),
});
export type JobInput = Static<typeof JobInput>;

const refusals = [
  'domain_controller_not_found',
  'credential_not_validated',
  'domain_controller_and_ou_path_already_in_use',
  'child_ou_has_scheduled_job',
  'parent_ou_has_recursive_job',
] as const;

export const directoryJobCalls = {
  /** F04-41 */
  listDirectoryJobs: call({
    method: 'GET',
    path: '/activedirectory/job',
    summary: 'Discovery jobs of directories, by name',
    query: Type.Object({ clientId: Type.Optional(Id), ...PageQuery }),
    reply: Page(DirectoryJobRow),
    errors: [],
    permission: 'NODE:Create',
  }),
  readDirectoryJob: call({
    method: 'GET',
    path: '/activedirectory/job/:id',
    summary: 'One discovery job, with the computers that its latest run found new',
    params: IdParams,
    reply: DirectoryJob,
    errors: [],
    permission: 'NODE:Create',
  }),
  /** F04-28 … F04-30: what stands in the way of a job, in words; `message` is empty where nothing does. `id`: the job that is edited. */
  checkDirectoryJob: call({
    method: 'POST',
    path: '/activedirectory/job/check',
    summary: 'Whether another job stands in the way of a discovery job',
    body: Closed({ ...place, domainController: Id, jobType: OneOf(jobTypes), id: Type.Optional(Id) }),
    reply: Type.Object({ code: OneOf(['free', 'taken']), message: Type.String() }),
    errors: ['domain_controller_not_found'],
    permission: 'NODE:Create',
    changesNothing: true,
  }),
  addDirectoryJob: call({
    method: 'POST',
    path: '/activedirectory/job',
    summary: 'Saves a discovery job',
    body: JobInput,
    reply: Saved('job', DirectoryJob),
    errors: refusals,
    permission: 'NODE:Create',
    idempotent: true,
  }),
  /** `revision`: the one that the change began with; without it the save does not ask. */
  saveDirectoryJob: call({
    method: 'PUT',
    path: '/activedirectory/job/:id',
    summary: 'Changes a discovery job',
    params: IdParams,
    body: Closed({ ...JobInput.properties, revision: Type.Optional(Revision) }),
    reply: Saved('job', DirectoryJob),
    errors: ['directory_job_changed', ...refusals],
    permission: 'NODE:Create',
    idempotent: true,
  }),
  removeDirectoryJob: call({
    method: 'DELETE',
    path: '/activedirectory/job/:id',
    summary: 'Deletes a discovery job',
    params: IdParams,
    reply: Done,
    errors: [],
    permission: 'NODE:Create',
    idempotent: true,
  }),
  /** The reply comes once the domain controller was asked; the job says how the run ended. */
  runDirectoryJob: call({
    method: 'POST',
    path: '/activedirectory/job/:id/run',
    summary: 'Runs a scheduled discovery job now',
    params: IdParams,
    reply: Done,
    errors: ['device_offline', 'domain_controller_not_found', 'directory_job_not_scheduled', 'directory_job_running'],
    permission: 'NODE:Create',
    idempotent: true,
    rate: { max: 60, seconds: 60 },
  }),
};
