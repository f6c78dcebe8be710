import { defineFlow } from '#engine/flow/flow.ts';
import { stepsOf, test, vmHostMachine } from './vm-host.machine.ts';

export default defineFlow({
  id: 'vm-host',
  machine: vmHostMachine,
  steps: stepsOf,
  effects: {
    [test]: { kind: 'job', whenLeft: 'cancel', errors: ['device_offline', 'unsupported_target'] },
    addVmHost: { errors: ['delegate_already_has_existing_host', 'vm_host_not_tested'] },
  },
  shows: { hostTest: 'kept', trusted: 'kept', hostId: 'kept' },
});
