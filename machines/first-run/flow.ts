import { defineFlow } from '#engine/flow/flow.ts';
import { firstRunMachine, stepsOf } from './first-run.machine.ts';

export default defineFlow({
  id: 'first-run',
  machine: firstRunMachine,
  steps: stepsOf,
  effects: { readSetup: { errors: [] }, setUp: { errors: ['setup_token_incorrect', 'password_too_weak'] } },
});
