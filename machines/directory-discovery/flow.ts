import { defineFlow } from '#engine/flow/flow.ts';
import { directoryDiscoveryMachine } from './directory-discovery.machine.ts';
import { add, save, stepsOf } from './job.ts';
import { read, validate } from './requests.ts';

const clashes = [
  'domain_controller_and_ou_path_already_in_use',
  'child_ou_has_scheduled_job',
  'parent_ou_has_recursive_job',
] as const;
const refusals = ['domain_controller_not_found', 'credential_not_validated', ...clashes] as const;

export default defineFlow({
  id: 'directory-discovery',
  machine: directoryDiscoveryMachine,
  steps: stepsOf,
  effects: {
    [read]: { kind: 'job', whenLeft: 'cancel', errors: ['device_offline', 'domain_controller_not_found'] },
    [validate]: { kind: 'job', whenLeft: 'cancel', errors: ['device_offline', 'domain_controller_not_found'] },
    applyDirectoryJob: { errors: ['credential_not_validated'] },
    checkDirectoryJob: { errors: ['domain_controller_not_found'] },
    [add]: { errors: refusals },
    [save]: { errors: ['directory_job_changed', ...refusals] },
  },
  shows: { reading: 'kept', validation: 'kept', validationRun: 'kept', clientId: 'kept' },
});
