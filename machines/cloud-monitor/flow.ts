import type { Static } from 'typebox';
import { assign } from 'xstate';
import type { monitorCalls } from '#api/contract/monitors.ts';
import { forgetShown, show } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import { defineEntityFlow, entityConfig, entitySetup, type EntityFlow } from '#engine/flow/entity-flow.ts';
import type { EffectInput, FlowContext, FlowInput, ShownData } from '#engine/flow/flow.ts';
import { backFrom } from '#engine/flow/manifest-steps.ts';
import { buildRequest } from '#engine/flow/mapping.ts';
import { confirmStep } from '#engine/flow/step-states.ts';
import { manifest } from '#schemas/cloud-monitor/manifest.ts';
import { begun, copied, fitConditions } from './conditions.ts';

declare module '#engine/flow/flow.ts' {
  interface ShownData {
    test: Static<typeof monitorCalls.testMonitor.reply>;
  }
}

const test = 'testMonitor';
const options: EntityFlow = {
  id: 'cloud-monitor',
  manifest,
  calls: { read: 'readMonitor', add: 'addMonitor', save: 'saveMonitor' },
  errors: { saveMonitor: ['monitor_type_locked'] },
  refusedField: { monitor_type_locked: '/monitorType' },
  saved: 'cloudMonitor',
  shows: { test: 'transient' },
  words: { monitorName: '/setup/monitorName' },
  copied,
};

const { states, ...config } = entityConfig(options, ['fitConditions']);
const confirm = confirmStep({ machine: options.id, back: [] });

function testInput(context: FlowContext): EffectInput {
  const id = context.subject === undefined ? {} : { id: Number(context.subject) };
  return { body: { ...id, ...buildRequest(manifest, test, context) } };
}

/** A cloud monitor. Its Confirm can run the check, and its conditions follow its type. */
const machine = entitySetup(options, [test])
  .extend({
    actions: {
      fitConditions: assign(({ context }) => fitConditions(context)),
      takeTest: assign(({ context, event }) => ({
        ...show(context, { test: replyIn<ShownData['test']>(event) }),
        refusal: undefined,
      })),
      forgetTest: assign(({ context }) => forgetShown(context, 'test')),
    },
  })
  .createMachine({
    ...config,
    context: ({ input }: { input: FlowInput }) => begun(input),
    states: {
      ...states,
      editing: {
        ...states.editing,
        states: {
          ...states.editing.states,
          confirm: {
            ...confirm,
            on: { ...confirm.on, back: backFrom(manifest.stepper, 'confirm'), 'test.requested': 'testing' },
            // What was tested or refused stands for as long as nothing can have changed.
            exit: ['forgetTest', 'forgetRefusal'],
          },
          testing: {
            meta: { screen: 'confirm', busy: true },
            invoke: {
              id: 'test',
              src: test,
              input: ({ context }) => testInput(context),
              onDone: { target: 'confirm', actions: 'takeTest' },
              onError: [
                ...Object.keys(manifest.needs).map(
                  (screen) =>
                    ({
                      guard: { type: 'refusedAt', params: { screen } },
                      target: screen,
                      actions: 'keepRefusal',
                    }) as const,
                ),
                { target: 'confirm', actions: 'keepRefusal' },
              ],
            },
          },
        },
      },
    },
  });

export default defineEntityFlow(options, machine, [test]);
