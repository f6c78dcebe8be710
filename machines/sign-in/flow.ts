import type { Static } from 'typebox';
import type { Me } from '#api/contract/session.ts';
import { defineFlow } from '#engine/flow/flow.ts';
import { factorEffects } from '../shared/second-factor.ts';
import { signInMachine, stepsOf } from './sign-in.machine.ts';

declare module '#engine/flow/flow.ts' {
  interface ShownData {
    /** Who is signed in now. */
    user: Static<typeof Me>;
  }
}

export default defineFlow({
  id: 'sign-in',
  machine: signInMachine,
  steps: stepsOf,
  shows: { user: 'kept', mfaMethods: 'kept', mfaWay: 'kept', sentCode: 'kept' },
  effects: {
    signIn: { errors: ['incorrect_credentials', 'account_disabled', 'MFA_REQUIRED'] },
    ...factorEffects,
  },
});
