import { defineFlow } from '#engine/flow/flow.ts';
import { activationMachine, stepsOf } from './activation.machine.ts';

export default defineFlow({
  id: 'activation',
  machine: activationMachine,
  steps: stepsOf,
  effects: { activate: { errors: ['activation_link_incorrect', 'password_too_weak'] } },
});
