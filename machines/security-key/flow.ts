import { defineFlow } from '#engine/flow/flow.ts';
import { securityKeyMachine, stepsOf } from './security-key.machine.ts';

declare module '#engine/flow/flow.ts' {
  interface ShownData {
    recoveryCodes: string[];
  }
}

export default defineFlow({
  id: 'security-key',
  machine: securityKeyMachine,
  steps: stepsOf,
  effects: {
    addSecurityKey: {
      kind: 'security-key',
      errors: ['security_key_refused', 'too_many_security_keys', 'security_keys_unavailable'],
    },
  },
  shows: { recoveryCodes: 'transient' },
});
