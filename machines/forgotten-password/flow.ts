import { defineFlow } from '#engine/flow/flow.ts';
import { forgottenPasswordMachine, stepsOf } from './forgotten-password.machine.ts';

export default defineFlow({
  id: 'forgotten-password',
  machine: forgottenPasswordMachine,
  steps: stepsOf,
  effects: {
    requestPasswordReset: { errors: ['mail_not_configured'] },
    resetPassword: { errors: ['activation_link_incorrect', 'password_too_weak'] },
  },
});
