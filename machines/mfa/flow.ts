import type { Static } from 'typebox';
import type { Me } from '#api/contract/session.ts';
import { defineFlow } from '#engine/flow/flow.ts';
import { factorEffects } from '../shared/second-factor.ts';
import { mfaMachine, stepsOf } from './mfa.machine.ts';

declare module '#engine/flow/flow.ts' {
  interface ShownData {
    user: Static<typeof Me>;
  }
}

export default defineFlow({
  id: 'mfa',
  machine: mfaMachine,
  steps: stepsOf,
  shows: { user: 'transient', mfaMethods: 'kept', mfaWay: 'kept', sentCode: 'transient' },
  effects: {
    provePassword: { errors: ['incorrect_password', 'MFA_REQUIRED'] },
    ...factorEffects,
  },
});
