import { defineFlow } from '#engine/flow/flow.ts';
import { passwordMachine, stepsOf } from './password.machine.ts';

export default defineFlow({
  id: 'password',
  machine: passwordMachine,
  steps: stepsOf,
  effects: { changePassword: { errors: ['incorrect_password', 'password_too_weak'] } },
});
