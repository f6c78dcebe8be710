import { Type } from 'typebox';
import { deploymentCodes, preflightCodes } from './agent-methods/deployment.ts';
import { directoryBrowse, DirectoryComputer, directoryRead, directorySignIn } from './agent-methods/directory.ts';
import { call } from './call.ts';
import { RowsAnswer } from './rows.ts';
import { Run } from './runs.ts';
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
  SortQuery,
  Text,
  Uuid,
} from './shapes.ts';

/** What a technician decides about a computer of a directory (F04-10). A computer that nobody decided about is NEW. */
export const decisions = ['PENDING', 'APPROVED', 'REJECTED'] as const;
export type Decision = (typeof decisions)[number];
export const directoryStatuses = ['NEW', ...decisions] as const;

/**
 * How far the agent on an approved computer is. `waiting`: its installation is due. `failed`: the computer could not be reached;
 * a group policy installs the agent at its next restart (F04-15). `started`: the agent was started and has not enrolled yet.
 */
export const deploymentStates = ['none', 'waiting', 'installing', 'started', 'failed', 'installed'] as const;
export type DeploymentState = (typeof deploymentStates)[number];

/**
 * How a check before an installation ends. `not_tried`: another computer refused the same credential before. `no_credential`: it was
 * removed.
 */
export const checkCodes = [...preflightCodes, 'not_tried', 'no_credential'] as const;
export type CheckCode = (typeof checkCodes)[number];

/** What the calls that ask a directory have in common. */
const directory = {
  clientId: Id,
  /** The device that answers for the domain. */
  domainController: Id,
  /** A BASIC credential that may read the directory. */
  directoryCredentialId: Id,
  /** Whether its password may travel without TLS to another computer. */
  allowPlain: Type.Boolean(),
};

/** One computer of a directory, as the run of `readDirectory` lists it (F04-09, F04-10). */
export const DirectoryRow = Closed({
  ...DirectoryComputer.properties,
  /** `EXISTING`: a device of the organization has this name. */
  status: OneOf([...directoryStatuses, 'EXISTING']),
  /** Name of the location that was chosen for it; empty while NEW and once it is REJECTED (F04-12). */
  location: Text(255),
  newStatus: OneOf(directoryStatuses),
  newLocation: Nullable(Id),
});

/** A computer that was decided about. */
export const DirectoryDevice = Type.Object({
  id: Id,
  clientId: Id,
  clientName: Type.String(),
  objectGuid: Type.String(),
  name: Type.String(),
  hostName: Type.String(),
  os: Type.String(),
  ouPath: Type.String(),
  domainController: Nullable(Type.Object({ nodeId: Id, nodeName: Type.String() })),
  status: OneOf(decisions),
  location: Nullable(Type.Object({ id: Id, name: Type.String() })),
  deployment: OneOf(deploymentStates),
  /** How the latest attempt ended; null before the first. */
  result: Nullable(OneOf(deploymentCodes)),
  /** The result in words, with what can be done about it; empty before the first. */
  reason: Type.String(),
  attemptedAt: Nullable(Instant),
  /** A check before the installation is due or under way. */
  isChecking: Type.Boolean(),
  /** How the latest check ended, in words with what can be done about it; null before the first. */
  preflight: Nullable(Type.Object({ code: OneOf(checkCodes), reason: Type.String(), checkedAt: Instant })),
  /** The device that the computer became. */
  nodeId: Nullable(Id),
  updatedAt: Instant,
});

const rate = { max: 60, seconds: 60 };

export const directoryCalls = {
  /** F04-36: those that are up first. */
  listDomainControllers: call({
    method: 'GET',
    path: '/activedirectory/domaincontroller',
    summary: 'Devices of an organization that answer for a domain',
    query: Type.Object({ clientId: Id }),
    reply: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        domain: Type.String(),
        isUp: Type.Boolean(),
        /** Why its agent cannot read the directory, in words. */
        inability: Nullable(Type.String()),
      }),
    ),
    errors: [],
    permission: 'NODE:Create',
  }),
  /** F04-40 */
  readDirectorySettings: call({
    method: 'GET',
    path: '/activedirectory/settings',
    summary: 'The credential with which an organization’s directory was read last',
    query: Type.Object({ clientId: Id }),
    reply: Type.Object({ directoryCredentialId: Nullable(Id) }),
    errors: [],
    permission: 'NODE:Create',
  }),
  /** F04-37: the reply is the run; its result has `ou` and `ouComputers`. */
  browseDirectory: call({
    method: 'POST',
    path: '/activedirectory/tree',
    summary: 'Reads what stands directly below an OU; an empty path is the domain',
    body: Closed({ ...directory, ouPath: Text(1024) }),
    reply: Run,
    result: directoryBrowse.result,
    errors: ['device_offline', 'domain_controller_not_found'],
    permission: 'NODE:Create',
    idempotent: true,
    rate,
  }),
  /** F04-38: the reply is the run; its items are `DirectoryRow`, one for each computer. */
  readDirectory: call({
    method: 'POST',
    path: '/activedirectory/computer',
    summary: 'Reads the computers of an OU',
    body: Closed({ ...directory, ouPath: Text(1024), recursiveOuPath: Type.Boolean() }),
    reply: Run,
    result: directoryRead.result,
    errors: ['device_offline', 'domain_controller_not_found'],
    permission: 'NODE:Create',
    idempotent: true,
    rate,
  }),
  /** F04-39: the reply is the run. */
  validateDirectoryCredential: call({
    method: 'POST',
    path: '/activedirectory/credential',
    summary: 'Signs in at a domain controller with a credential',
    body: Closed({
      clientId: Id,
      domainController: Id,
      credentialId: Id,
      allowPlain: Type.Boolean(),
    }),
    reply: Run,
    result: directorySignIn.result,
    errors: ['device_offline', 'domain_controller_not_found'],
    permission: 'NODE:Create',
    idempotent: true,
    rate,
  }),
  /**
   * F04-11 … F04-16. `id`: the run that read the directory; `test`: the one that validated the credential (F04-33); `jobId`: of the ad hoc
   * job that is run, which notes the run.
   */
  applyDirectoryJob: call({
    method: 'POST',
    path: '/activedirectory/:id/apply',
    summary: 'Gives computers of a directory a status and a location',
    params: Type.Object({ id: Uuid }),
    body: Closed({ credentialId: Id, test: Uuid, devices: RowsAnswer, jobId: Type.Optional(Id) }),
    bodyBytes: 1024 * 1024,
    reply: Type.Object({
      resultCode: Type.Literal('SUCCESS'),
      clientId: Id,
      approved: Type.Integer(),
      pending: Type.Integer(),
      rejected: Type.Integer(),
    }),
    errors: ['credential_not_validated'],
    permission: 'NODE:Create',
    idempotent: true,
    secondFactor: true,
  }),
  listDirectoryDevices: call({
    method: 'GET',
    path: '/activedirectory/device',
    summary: 'Computers of directories that were decided about',
    query: Type.Object({
      clientId: Type.Optional(Id),
      status: Type.Optional(OneOf(decisions)),
      ...SortQuery('name', 'status', 'updatedAt'),
      ...PageQuery,
    }),
    reply: Page(DirectoryDevice),
    errors: [],
    permission: 'NODE:Create',
  }),
  /** F04-12, F04-13: NEW forgets the computer. `locationId` for PENDING and APPROVED alone. */
  setDirectoryStatus: call({
    method: 'POST',
    path: '/activedirectory/device/:id/status',
    summary: 'Decides anew about a computer of a directory',
    params: IdParams,
    body: Closed({ status: OneOf(directoryStatuses), locationId: Type.Optional(Id) }),
    reply: Done,
    errors: ['directory_device_installed'],
    permission: 'NODE:Create',
    idempotent: true,
    secondFactor: true,
  }),
  /** F04-15: checks pending and approved computers before the agent is installed on them. */
  preflightDirectoryDevices: call({
    method: 'POST',
    path: '/activedirectory/device/preflight',
    summary: 'Checks whether the agent can be installed on computers of a directory',
    body: Closed({ ids: Type.Array(Id, { minItems: 1, maxItems: 500 }) }),
    reply: Type.Object({ checking: Type.Integer() }),
    errors: ['device_offline', 'directory_device_installed'],
    permission: 'NODE:Create',
    idempotent: true,
    rate,
  }),
  /** F04-15 */
  retryDeployment: call({
    method: 'POST',
    path: '/activedirectory/device/:id/deploy',
    summary: 'Tries again to install the agent on an approved computer',
    params: IdParams,
    body: Closed({ acceptHostKey: Type.Boolean() }),
    reply: Done,
    errors: ['device_offline', 'directory_device_installed', 'directory_device_not_approved'],
    permission: 'NODE:Create',
    idempotent: true,
    rate,
    secondFactor: true,
  }),
};
