import type { Static } from 'typebox';
import type { sessionCalls } from '#api/contract/session.ts';
import { defineFlow } from '#engine/flow/flow.ts';
import { stepsOf, totpMachine } from './totp.machine.ts';

declare module '#engine/flow/flow.ts' {
  interface ShownData {
    enrolment: Static<typeof sessionCalls.beginTotp.reply>;
    recoveryCodes: string[];
  }
}

export default defineFlow({
  id: 'totp',
  machine: totpMachine,
  steps: stepsOf,
  effects: {
    beginTotp: { errors: ['totp_already_enabled', 'incorrect_password'] },
    confirmTotp: { errors: ['INCORRECT_MFA_CODE', 'totp_already_enabled', 'totp_not_enabled'] },
  },
  shows: { enrolment: 'transient', recoveryCodes: 'transient' },
  resume: { 'editing.code': 'password', confirming: 'password' },
});
