import { defineFlow } from '#engine/flow/flow.ts';
import { statusPageMachine, stepsOf } from './status-page.machine.ts';

export default defineFlow({
  id: 'status-page',
  machine: statusPageMachine,
  steps: stepsOf,
  effects: { readStatusPage: { errors: [] }, addStatusPage: { errors: [] }, saveStatusPage: { errors: ['conflict'] } },
});
