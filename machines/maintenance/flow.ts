import { defineFlow } from '#engine/flow/flow.ts';
import { maintenanceMachine, stepsOf } from './maintenance.machine.ts';

export default defineFlow({
  id: 'maintenance',
  machine: maintenanceMachine,
  steps: stepsOf,
  effects: { setMaintenance: { errors: ['already_in_maintenance'] } },
});
