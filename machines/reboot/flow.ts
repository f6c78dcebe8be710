import { defineFlow } from '#engine/flow/flow.ts';
import { rebootMachine, stepsOf } from './reboot.machine.ts';

export default defineFlow({
  id: 'reboot',
  machine: rebootMachine,
  steps: stepsOf,
  effects: { addReboot: { errors: [] } },
});
