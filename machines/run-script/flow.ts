import { defineFlow } from '#engine/flow/flow.ts';
import { runScriptMachine, stepsOf } from './run-script.machine.ts';

export default defineFlow({
  id: 'run-script',
  machine: runScriptMachine,
  steps: stepsOf,
  effects: { startScriptRun: { errors: [] } },
});
