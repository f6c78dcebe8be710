import { assign } from 'xstate';
import type { EffectInput, FlowOutput } from '#engine/flow/flow.ts';
import { fieldInScreen } from '#engine/flow/mapped-pointers.ts';
import { buildRequest } from '#engine/flow/mapping.ts';
import { effectKey } from '#engine/flow/refusal.ts';
import { stepSetup } from '#engine/flow/step-machine.ts';
import { endStates } from '#engine/flow/step-states.ts';
import manifest from '#schemas/reboot/flow.json';
import { keepTask, opened } from './task.ts';

export function stepsOf(): string[] {
  return ['task'];
}

const screen = 'task';
const add = 'addReboot';

/** Schedules one reboot of devices that were chosen before (F13-02). */
export const rebootMachine = stepSetup([add], {
  steps: stepsOf,
  needs: manifest.needs,
  // What is wrong with the devices is said at the time: nobody sees their ids.
  fieldOf: (pointer, answers) => (pointer === '/targets' ? '/runAt' : fieldInScreen(manifest, add, pointer, answers)),
})
  .extend({
    actions: { keepTask: assign(({ context, event }) => keepTask(context, event)) },
  })
  .createMachine({
    id: 'reboot',
    context: ({ input }) => opened(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'editing',
    states: {
      editing: {
        initial: 'task',
        on: { closed: 'closed' },
        states: {
          task: {
            meta: { screen },
            on: {
              'step.changed': { guard: { type: 'changes', params: { screen } }, actions: 'keepTask' },
              'step.submitted': {
                guard: { type: 'submits', params: { screen } },
                target: '#reboot.scheduling',
                actions: 'keepAnswers',
              },
            },
          },
        },
      },
      scheduling: {
        meta: { screen: 'scheduling', busy: true },
        invoke: {
          id: 'add',
          src: add,
          input: ({ context }): EffectInput => ({
            key: effectKey(context, add),
            body: buildRequest(manifest, add, context),
          }),
          onDone: { target: 'finished', actions: 'countAttempt' },
          onError: { target: 'editing.task', actions: ['keepRefusal', 'countAttempt'] },
        },
      },
      ...endStates,
    },
  });
