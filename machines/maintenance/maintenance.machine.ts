import { assign } from 'xstate';
import type { EffectInput, FlowContext, FlowOutput } from '#engine/flow/flow.ts';
import { valuesOf } from '#engine/flow/given.ts';
import { fieldInScreen } from '#engine/flow/mapped-pointers.ts';
import { buildRequest } from '#engine/flow/mapping.ts';
import { effectKey } from '#engine/flow/refusal.ts';
import { stepSetup } from '#engine/flow/step-machine.ts';
import { endStates } from '#engine/flow/step-states.ts';
import { stepsFor } from '#engine/flow/steps.ts';
import manifest from '#schemas/maintenance/flow.json';
import { keepWindow, opened } from './window.ts';

export function stepsOf(context: FlowContext): string[] {
  return stepsFor(manifest.stepper, valuesOf(context));
}

const screen = 'window';
const refused = { target: 'editing.window', actions: ['keepRefusal', 'countAttempt'] } as const;

/** The request under way; with `override` it replaces windows that are active or coming. */
function sending<const Refusals>(override: boolean, onError: Refusals) {
  return {
    meta: { screen: 'setting', busy: true },
    invoke: {
      id: override ? 'replace' : 'set',
      src: 'setMaintenance',
      input: ({ context }: { context: FlowContext }): EffectInput => ({
        key: effectKey(context, 'setMaintenance'),
        body: { ...buildRequest(manifest, 'setMaintenance', context), override },
      }),
      onDone: { target: 'finished', actions: 'countAttempt' },
      onError,
    },
  } as const;
}

/** Maintenance of monitors: its window, and the question whether it takes the place of another (F09). */
export const maintenanceMachine = stepSetup(['setMaintenance'], {
  steps: stepsOf,
  needs: manifest.needs,
  fieldOf: (pointer, answers) => fieldInScreen(manifest, 'setMaintenance', pointer, answers),
})
  .extend({
    actions: {
      keepWindow: assign(({ context, event }) => keepWindow(context, event)),
    },
  })
  .createMachine({
    id: 'maintenance',
    context: ({ input }) => opened(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'editing',
    states: {
      editing: {
        initial: 'window',
        on: { closed: 'closed' },
        states: {
          window: {
            meta: { screen },
            on: {
              'step.changed': { guard: { type: 'changes', params: { screen } }, actions: 'keepWindow' },
              'step.submitted': {
                guard: { type: 'submits', params: { screen } },
                target: '#maintenance.setting',
                actions: 'keepAnswers',
              },
            },
          },
        },
      },
      setting: sending(false, [
        {
          guard: { type: 'refusedFor', params: { codes: ['already_in_maintenance'] } },
          target: 'overriding',
          actions: ['keepRefusal', 'countAttempt', 'sayReason'],
        },
        refused,
      ]),
      overriding: {
        meta: { screen: 'override' },
        on: {
          confirmed: { target: 'replacing', actions: 'forgetRefusal' },
          back: { target: 'editing.window', actions: 'forgetRefusal' },
          closed: 'closed',
        },
      },
      replacing: sending(true, refused),
      ...endStates,
    },
  });
