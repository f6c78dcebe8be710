import type { Static } from 'typebox';
import type { deletionCalls } from '#api/contract/deletion.ts';
import { defineFlow } from '#engine/flow/flow.ts';
import { deletionMachine, stepsOf } from './deletion.machine.ts';

declare module '#engine/flow/flow.ts' {
  interface ShownData {
    /** What a deletion would take along. */
    deletionPlan: Static<(typeof deletionCalls)['planOrganizationDeletion']['reply']>;
    /** What the backup jobs of its devices have left. */
    backupData: Static<(typeof deletionCalls)['checkBackupData']['reply']>;
  }
}

export default defineFlow({
  id: 'deletion',
  machine: deletionMachine,
  steps: stepsOf,
  effects: {
    planOrganizationDeletion: { errors: [] },
    planDeviceDeletion: { errors: [] },
    planUserDeletion: { errors: [] },
    planPolicyDeletion: { errors: [] },
    planTicketTemplateDeletion: { errors: [] },
    removeOrganization: { errors: ['delegate_has_vm_hosts'] },
    removeDevices: { errors: ['delegate_has_vm_hosts', 'nothing_to_delete'] },
    checkBackupData: { errors: [] },
    removeOrganizationWithBackupData: {
      kind: 'job',
      whenLeft: 'continue',
      errors: ['delegate_has_vm_hosts', 'backup_data_kept'],
    },
    removeDevicesWithBackupData: {
      kind: 'job',
      whenLeft: 'continue',
      errors: ['delegate_has_vm_hosts', 'nothing_to_delete', 'backup_data_kept'],
    },
    removeUser: { errors: ['cannot_delete_own_account', 'last_sysadmin'] },
    removePolicy: { errors: ['cannot_delete_default_policy', 'policy_in_use'] },
    removeTicketTemplate: { errors: ['cannot_delete_default_ticket_template'] },
  },
  shows: { deletionPlan: 'kept', backupData: 'kept' },
});
