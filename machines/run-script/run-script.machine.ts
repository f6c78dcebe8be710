import { assign } from 'xstate';
import { beginning, show } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { EffectInput, FlowContext, FlowInput, FlowOutput } from '#engine/flow/flow.ts';
import { effectKey } from '#engine/flow/refusal.ts';
import { stepSetup } from '#engine/flow/step-machine.ts';
import { endStates, formStep } from '#engine/flow/step-states.ts';
import manifest from '#schemas/run-script/flow.json';
import { requestOf } from './run-request.ts';

export function stepsOf(): string[] {
  return ['inputs'];
}

const start = 'startScriptRun';

function opened(input: FlowInput): FlowContext {
  return { ...beginning(input), words: { devices: input.params?.['deviceNames'] ?? 'the devices' } };
}

/** Runs a script on devices that were chosen before; what it asks is known once the script is (C12-19). */
export const runScriptMachine = stepSetup([start], {
  steps: stepsOf,
  needs: manifest.needs,
  // Each field of the request is asked under its own name; of the parameters there may be a choice.
  fieldOf: (pointer, { inputs }) =>
    pointer === '/parameters' && inputs?.['parametersFrom'] === 'LIST' ? '/parameterChoice' : pointer,
})
  .extend({
    actions: { keepRun: assign(({ context, event }) => show(context, { saved: replyIn(event) })) },
  })
  .createMachine({
    id: 'run-script',
    context: ({ input }) => opened(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'editing',
    states: {
      editing: {
        initial: 'inputs',
        on: { closed: 'closed' },
        states: { inputs: formStep('inputs', { next: '#run-script.starting' }) },
      },
      starting: {
        meta: { screen: 'starting', busy: true },
        invoke: {
          id: 'start',
          src: start,
          input: ({ context }): EffectInput => ({ key: effectKey(context, start), body: requestOf(context) }),
          onDone: { target: 'started', actions: ['countAttempt', 'keepRun'] },
          onError: { target: 'editing.inputs', actions: ['keepRefusal', 'countAttempt'] },
        },
      },
      started: {
        type: 'final',
        // Whoever opened it leads to the page of the run.
        output: ({ context }): FlowOutput => ({ outcome: 'finished', reply: context.shown.saved, told: true }),
      },
      closed: endStates.closed,
    },
  });
