import type { Static } from 'typebox';
import type { deviceCalls } from '#api/contract/devices.ts';
import { defineFlow } from '#engine/flow/flow.ts';
import { addComputerMachine, stepsOf } from './add-computer.machine.ts';

declare module '#engine/flow/flow.ts' {
  interface ShownData {
    enrollment: Static<typeof deviceCalls.addEnrollment.reply>;
    /** The device that the computer has become. */
    node: { id?: number; name?: string };
  }
}

export default defineFlow({
  id: 'add-computer',
  machine: addComputerMachine,
  steps: stepsOf,
  effects: { addEnrollment: { errors: [] }, readEnrollment: { kind: 'watch', topic: 'node', errors: [] } },
  shows: { enrollment: 'transient', node: 'kept' },
  // The command holds the token, which is told once.
  resume: { waiting: 'place', stopped: 'place' },
});
