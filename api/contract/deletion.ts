import { Type } from 'typebox';
import { mostErased } from './backup-names.ts';
import { call } from './call.ts';
import { Run } from './runs.ts';
import { Closed, Done, Id, IdParams, Instant, Nullable, OneOf, Text } from './shapes.ts';

/** How long a deletion can be undone, in minutes. */
export const undoMinutes = 15;

/** What a deletion takes along, in the order of a plan. */
export const planKinds = [
  'locations',
  'devices',
  'vmHosts',
  'vmGuests',
  'monitors',
  'alerts',
  'credentials',
  'maintenance',
  'statusPages',
  'directoryJobs',
  'directoryDevices',
  'networkScans',
  'enrollments',
  'grants',
  'permissions',
  'sessions',
  'apiKeys',
  'secondFactors',
  'drafts',
  'automations',
] as const;

/** What one deletion deletes. */
export const deletionKinds = ['ORGANIZATION', 'DEVICES', 'USER', 'POLICY', 'TICKET_TEMPLATE'] as const;

/** Code and message, as F10-14 has a warning. */
const Coded = Type.Object({ code: Type.String(), message: Type.String() });

const Plan = Type.Object({
  /** `BLOCKED` while there are blockers. */
  verdict: OneOf(['BLOCKED', 'POSSIBLE'] as const),
  /** Of the organization, the only device, the user …; “3 devices” for several. */
  name: Type.String(),
  /** What goes: without what there is none of. */
  lines: Type.Array(
    Type.Object({
      kind: OneOf(planKinds),
      count: Type.Integer(),
      /** The first of them by name, as far as the caller may see them. */
      names: Type.Array(Type.String()),
    }),
  ),
  warnings: Type.Array(Coded),
  /** Why it cannot be deleted; empty where it can. */
  blockers: Type.Array(Coded),
});

/** What a deletion replies: until `undoUntil`, `undoDeletion` takes it back. */
const Deleted = Type.Object({
  resultCode: Type.Literal('SUCCESS'),
  deletionId: Id,
  name: Type.String(),
  undoUntil: Instant,
});

/** What the backup jobs of devices have left (F10-17). */
const BackupData = Type.Object({
  /** Devices that have backup jobs; the first `mostErased` of them by name. */
  devices: Type.Array(
    Type.Object({
      nodeId: Id,
      name: Type.String(),
      /** Why its backup data cannot be deleted now: offline, not allowed there, on a network share …; empty where it can. */
      reason: Type.String(),
      destinations: Type.Array(
        Type.Object({
          path: Type.String(),
          /** Image files and their bytes; null where nobody could look. */
          files: Nullable(Type.Integer()),
          bytes: Nullable(Type.Integer()),
          /** Image files of other volumes, which are kept. */
          others: Type.Integer(),
        }),
      ),
    }),
  ),
  deviceCount: Type.Integer(),
  /** Of all that could be looked at. */
  files: Type.Integer(),
  bytes: Type.Integer(),
});

/** How a deletion with backup data ended. Its undo does not bring that back. */
export const Erased = Type.Object({ ...Deleted.properties, files: Type.Integer(), bytes: Type.Integer() });
const erasing = { reply: Run, result: Erased, stepUp: true, idempotent: true } as const;

/** As many as `matchDevices` finds. */
const NodeIds = Closed({ nodeIds: Type.Array(Id, { minItems: 1, maxItems: 20_000 }) });
const nodeIdBytes = 256 * 1024;
const deviceErrors = ['delegate_has_vm_hosts'] as const;

export const deletionCalls = {
  planOrganizationDeletion: call({
    method: 'GET',
    path: '/client/:id/delete/plan',
    summary: 'What goes with an organization, and what keeps it from being deleted',
    params: IdParams,
    reply: Plan,
    errors: [],
    permission: 'ORGANIZATION:Delete',
  }),
  /** F10-14 */
  listDeletionWarnings: call({
    method: 'GET',
    path: '/client/:id/delete/warning',
    summary: 'What a person should know before an organization is deleted',
    params: IdParams,
    reply: Type.Array(Coded),
    errors: [],
    permission: 'ORGANIZATION:Delete',
  }),
  /** F10-15 */
  countOrganizationDevices: call({
    method: 'GET',
    path: '/client/:id/deviceCount',
    summary: 'How many devices an organization has',
    params: IdParams,
    reply: Type.Object({ deviceCount: Type.Integer() }),
    errors: [],
    permission: 'ORGANIZATION:View',
  }),
  /** Takes the whole organization along. It can be undone for `undoMinutes`. */
  removeOrganization: call({
    method: 'DELETE',
    path: '/client/:id',
    summary: 'Deletes an organization',
    params: IdParams,
    reply: Deleted,
    errors: [...deviceErrors],
    permission: 'ORGANIZATION:Delete',
    stepUp: true,
    idempotent: true,
  }),
  planDeviceDeletion: call({
    method: 'POST',
    path: '/device/delete/plan',
    summary: 'What goes with devices, and what keeps them from being deleted',
    body: NodeIds,
    bodyBytes: nodeIdBytes,
    reply: Plan,
    errors: [],
    permission: 'NODE:Delete',
    changesNothing: true,
    reads: true,
  }),
  /** Ends the connections of their agents; their keys and history are kept for `undoMinutes`. */
  removeDevices: call({
    method: 'POST',
    path: '/device/delete',
    summary: 'Deletes devices',
    body: NodeIds,
    bodyBytes: nodeIdBytes,
    reply: Deleted,
    errors: [...deviceErrors, 'nothing_to_delete'],
    permission: 'NODE:Delete',
    stepUp: true,
    idempotent: true,
  }),
  removeDevice: call({
    method: 'DELETE',
    path: '/device/:id',
    summary: 'Deletes a device',
    params: IdParams,
    reply: Deleted,
    errors: [...deviceErrors],
    permission: 'NODE:Delete',
    stepUp: true,
    idempotent: true,
  }),
  /** F10-17 */
  checkBackupData: call({
    method: 'GET',
    path: '/backupdata',
    summary: 'What the backup jobs of devices, or of all devices of an organization, have left at their destinations',
    query: Type.Object({
      /** Ids of devices, separated by commas. One of the two is given. */
      nodeId: Type.Optional(Type.String({ maxLength: 1100, pattern: '^[1-9]\\d{0,8}(,[1-9]\\d{0,8}){0,99}$' })),
      customerId: Type.Optional(Id),
    }),
    reply: BackupData,
    errors: [],
    permission: 'NODE:Delete',
    rate: { max: 60, seconds: 60 },
  }),
  /** F10-16. The organization is deleted once all backup data is; it can be undone, without the backup data. */
  removeOrganizationWithBackupData: call({
    ...erasing,
    method: 'DELETE',
    path: '/client/:id/including-backup-data',
    summary: 'Starts deleting an organization and, for good, the backup data of its devices',
    params: IdParams,
    errors: [...deviceErrors, 'backup_data_kept'],
    permission: 'ORGANIZATION:Delete',
  }),
  removeDevicesWithBackupData: call({
    ...erasing,
    method: 'POST',
    path: '/device/delete/including-backup-data',
    summary: 'Starts deleting devices and, for good, their backup data',
    body: Closed({ nodeIds: Type.Array(Id, { minItems: 1, maxItems: mostErased }) }),
    errors: [...deviceErrors, 'nothing_to_delete', 'backup_data_kept'],
    permission: 'NODE:Delete',
  }),
  planUserDeletion: call({
    method: 'GET',
    path: '/appuser/:id/delete/plan',
    summary: 'What goes with a user, and what keeps the user from being deleted',
    params: IdParams,
    reply: Plan,
    errors: [],
    permission: 'sysadmin',
    sessionOnly: true,
  }),
  /** Ends the sessions of the user; keys, second factors and permissions come back with an undo (F10-07). */
  removeUser: call({
    method: 'DELETE',
    path: '/appuser/:id',
    summary: 'Deletes a user',
    params: IdParams,
    reply: Deleted,
    errors: ['cannot_delete_own_account', 'last_sysadmin'],
    permission: 'sysadmin',
    stepUp: true,
    idempotent: true,
  }),
  planPolicyDeletion: call({
    method: 'GET',
    path: '/policy/:id/delete/plan',
    summary: 'What goes with a policy, and what keeps it from being deleted',
    params: IdParams,
    reply: Plan,
    errors: [],
    permission: 'POLICY:Delete',
  }),
  removePolicy: call({
    method: 'DELETE',
    path: '/policy/:id',
    summary: 'Deletes a policy that nothing uses',
    params: IdParams,
    reply: Deleted,
    errors: ['cannot_delete_default_policy', 'policy_in_use'],
    permission: 'POLICY:Delete',
    stepUp: true,
    idempotent: true,
  }),
  planTicketTemplateDeletion: call({
    method: 'GET',
    path: '/tickettemplate/:id/delete/plan',
    summary: 'What keeps a ticket template from being deleted',
    params: IdParams,
    reply: Plan,
    errors: [],
    permission: 'sysadmin',
  }),
  removeTicketTemplate: call({
    method: 'DELETE',
    path: '/tickettemplate/:id',
    summary: 'Deletes a ticket template that is not the default',
    params: IdParams,
    reply: Deleted,
    errors: ['cannot_delete_default_ticket_template'],
    permission: 'sysadmin',
    stepUp: true,
    idempotent: true,
  }),
  listDeletions: call({
    method: 'GET',
    path: '/deletion',
    summary: 'Deletions that the caller can undo, the latest first',
    reply: Type.Array(
      Type.Object({
        id: Id,
        kind: OneOf(deletionKinds),
        name: Type.String(),
        /** Of devices: their organization; null where there are several. */
        clientName: Nullable(Type.String()),
        deviceCount: Type.Integer(),
        monitorCount: Type.Integer(),
        deletedBy: Text(),
        deletedAt: Instant,
        undoUntil: Instant,
      }),
    ),
    errors: [],
    permission: 'session',
  }),
  undoDeletion: call({
    method: 'POST',
    path: '/deletion/:id/undo',
    summary: 'Restores what was deleted',
    params: IdParams,
    reply: Type.Object({ ...Done.properties, name: Type.String() }),
    errors: [
      'organization_name_in_use',
      'delegate_already_has_existing_host',
      'EMAIL_ALREADY_IN_USE',
      'POLICY_NAME_ALREADY_IN_USE',
      'ticket_template_name_in_use',
      'undo_needs_delegate',
      'undo_needs_policy',
      'undo_too_late',
    ],
    permission: 'session',
    idempotent: true,
    secondFactor: true,
  }),
};
