import { defineFlow } from '#engine/flow/flow.ts';
import { stepsOf, textMessagesMachine } from './text-messages.machine.ts';

declare module '#engine/flow/flow.ts' {
  interface ShownData {
    recoveryCodes: string[];
  }
}

export default defineFlow({
  id: 'text-messages',
  machine: textMessagesMachine,
  steps: stepsOf,
  effects: {
    beginTextPhone: { errors: ['sms_gateway_missing', 'text_messages_exhausted', 'text_message_failed'] },
    confirmTextPhone: { errors: ['INCORRECT_MFA_CODE'] },
  },
  shows: { sentCode: 'transient', recoveryCodes: 'transient' },
});
