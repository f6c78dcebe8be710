import { defineFlow } from '#engine/flow/flow.ts';
import { addComputerMachine, stepsOf } from './add-computer.machine.ts';

export default defineFlow({
  id: 'add-computer',
  machine: addComputerMachine,
  steps: stepsOf,
  effects: { addEnrollment: { errors: [] }, readEnrollment: { kind: 'watch', topic: 'node', errors: [] } },
  transient: ['enrollment'],
  // The command holds the token, which is told once.
  resume: { waiting: 'place', stopped: 'place' },
});
