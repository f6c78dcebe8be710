import { defineFlow } from '#engine/flow/flow.ts';
import { directoryDiscoveryMachine, read, stepsOf, validate } from './directory-discovery.machine.ts';

export default defineFlow({
  id: 'directory-discovery',
  machine: directoryDiscoveryMachine,
  steps: stepsOf,
  effects: {
    [read]: { kind: 'job', whenLeft: 'cancel', errors: ['device_offline', 'domain_controller_not_found'] },
    [validate]: { kind: 'job', whenLeft: 'cancel', errors: ['device_offline', 'domain_controller_not_found'] },
    applyDirectoryJob: { errors: ['credential_not_validated'] },
  },
  shows: { reading: 'kept', validation: 'kept', validationRun: 'kept', clientId: 'kept' },
});
