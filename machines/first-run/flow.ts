import type { Static } from 'typebox';
import type { Me } from '#api/contract/session.ts';
import { defineFlow } from '#engine/flow/flow.ts';
import { firstRunMachine, stepsOf } from './first-run.machine.ts';

declare module '#engine/flow/flow.ts' {
  interface ShownData {
    /** Who is signed in now. */
    user: Static<typeof Me>;
  }
}

export default defineFlow({
  id: 'first-run',
  machine: firstRunMachine,
  steps: stepsOf,
  shows: { user: 'kept' },
  effects: { readSetup: { errors: [] }, setUp: { errors: ['setup_token_incorrect', 'password_too_weak'] } },
});
