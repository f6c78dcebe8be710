import { defineFlow } from '#engine/flow/flow.ts';
import { signInMachine, stepsOf } from './sign-in.machine.ts';

export default defineFlow({
  id: 'sign-in',
  machine: signInMachine,
  steps: stepsOf,
  effects: {
    signIn: { errors: ['incorrect_credentials', 'account_disabled', 'MFA_REQUIRED'] },
    confirmSignIn: { errors: ['INCORRECT_MFA_CODE', 'mfa_expired', 'account_disabled'] },
  },
});
