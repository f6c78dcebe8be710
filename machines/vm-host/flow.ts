import { defineFlow } from '#engine/flow/flow.ts';
import { add, save, test } from './host-request.ts';
import { stepsOf, vmHostMachine } from './vm-host.machine.ts';

export default defineFlow({
  id: 'vm-host',
  machine: vmHostMachine,
  steps: stepsOf,
  effects: {
    [test]: { kind: 'job', whenLeft: 'cancel', errors: ['device_offline', 'unsupported_target'] },
    readVmHost: { errors: [] },
    [add]: { errors: ['delegate_already_has_existing_host', 'vm_host_not_tested'] },
    [save]: { errors: ['conflict', 'delegate_already_has_existing_host', 'vm_host_not_tested'] },
  },
  shows: { hostTest: 'kept', trusted: 'kept', pin: 'kept', hostId: 'kept' },
});
