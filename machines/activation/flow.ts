import type { Static } from 'typebox';
import type { Me } from '#api/contract/session.ts';
import { defineFlow } from '#engine/flow/flow.ts';
import { activationMachine, stepsOf } from './activation.machine.ts';

declare module '#engine/flow/flow.ts' {
  interface ShownData {
    /** Who is signed in now. */
    user: Static<typeof Me>;
  }
}

export default defineFlow({
  id: 'activation',
  machine: activationMachine,
  steps: stepsOf,
  shows: { user: 'kept' },
  effects: { activate: { errors: ['activation_link_incorrect', 'password_too_weak'] } },
});
