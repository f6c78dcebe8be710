import { defineFlow } from '#engine/flow/flow.ts';
import { stepsOf, totpMachine } from './totp.machine.ts';

export default defineFlow({
  id: 'totp',
  machine: totpMachine,
  steps: stepsOf,
  effects: {
    beginTotp: { errors: ['totp_already_enabled', 'incorrect_password'] },
    confirmTotp: { errors: ['INCORRECT_MFA_CODE', 'totp_already_enabled', 'totp_not_enabled'] },
  },
  transient: ['enrolment', 'recoveryCodes'],
  resume: { 'editing.code': 'password', confirming: 'password' },
});
