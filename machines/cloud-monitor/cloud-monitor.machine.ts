import { assign } from 'xstate';
import { replyIn } from '#engine/flow/effects.ts';
import type { EffectInput, FlowContext, FlowOutput } from '#engine/flow/flow.ts';
import { editsOf } from '#engine/flow/edits.ts';
import { backFrom, manifestStep, stepGuards } from '#engine/flow/manifest-steps.ts';
import { stepSetup } from '#engine/flow/step-machine.ts';
import {
  confirmStep,
  endStates,
  readingStates,
  refusalsTo,
  sendingStates,
  stepChoices,
} from '#engine/flow/step-states.ts';
import manifest from '#schemas/cloud-monitor/flow.json';
import { needs } from '#schemas/cloud-monitor/needs.ts';
import { begun, fitConditions } from './conditions.ts';
import { monitorRequest, stepsOf, storedAnswers, testRequest } from './monitor-request.ts';

const { stepper: steps } = manifest;
const asking = Object.keys(needs);

const step = <const Screen extends string>(screen: Screen) => manifestStep(steps, screen, ['fitConditions']);

function testInput(context: FlowContext): EffectInput {
  const id = context.subject === undefined ? {} : { id: Number(context.subject) };
  return { body: { ...id, ...testRequest(context) } };
}

const confirm = confirmStep({ machine: 'cloud-monitor', back: [] });
const refusals = refusalsTo(asking);

export const cloudMonitorMachine = stepSetup(['readMonitor', 'testMonitor', 'addMonitor', 'saveMonitor'], {
  steps: stepsOf,
  needs,
  edits: editsOf(storedAnswers),
  refusedField: { monitor_type_locked: '/monitorType' },
})
  .extend({
    guards: {
      readsFirst: ({ context }) => context.mode === 'EDIT' || context.copyOf !== undefined,
      ...stepGuards(steps),
    },
    actions: {
      fitConditions: assign(({ context }) => fitConditions(context)),
      takeCopied: assign(({ event }) => ({
        answers: storedAnswers(copyOf(replyIn(event))),
        refusal: undefined,
        copyOf: undefined,
      })),
      takeTest: assign(({ context, event }) => ({
        shown: { ...context.shown, test: replyIn(event) },
        refusal: undefined,
      })),
      forgetTest: assign(({ context: { shown } }) => ({
        shown: Object.fromEntries(Object.entries(shown).filter(([key]) => key !== 'test')),
      })),
      nameIt: assign(({ context }) => ({
        words: { ...context.words, monitorName: String(context.answers['setup']?.['monitorName'] ?? '') },
      })),
      keepReply: assign(({ context, event }) => ({
        shown: { ...context.shown, saved: replyIn(event)['cloudMonitor'] },
      })),
    },
  })
  .createMachine({
    id: 'cloud-monitor',
    context: ({ input }) => begun(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'opening',
    states: {
      opening: { always: [{ guard: 'readsFirst', target: 'loading' }, { target: 'editing' }] },
      ...readingStates('readMonitor', {
        of: ({ subject, copyOf }) => subject ?? copyOf ?? '',
        onDone: [
          { guard: 'isEdit', target: 'editing', actions: ['takeStored', 'passStored'] },
          { target: 'editing', actions: 'takeCopied' },
        ],
      }),
      editing: {
        initial: 'setup',
        on: stepChoices(steps.map(({ screen }) => screen)),
        states: {
          setup: step('setup'),
          outbound: step('outbound'),
          inbound: step('inbound'),
          request: step('request'),
          conditions: step('conditions'),
          confirm: {
            ...confirm,
            on: { ...confirm.on, back: backFrom(steps, 'confirm'), 'test.requested': 'testing' },
            // What was tested or refused stands for as long as nothing can have changed.
            exit: ['forgetTest', 'forgetRefusal'],
          },
          testing: {
            meta: { screen: 'confirm', busy: true },
            invoke: {
              id: 'test',
              src: 'testMonitor',
              input: ({ context }) => testInput(context),
              onDone: { target: 'confirm', actions: 'takeTest' },
              onError: [
                ...asking.map(
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
      ...sendingStates(
        { add: 'addMonitor', save: 'saveMonitor' },
        { body: monitorRequest, onDone: { add: 'finished', save: 'finished' }, refusals },
      ),
      ...endStates,
    },
  });

/** A copy is another monitor: it has none of the secrets, conditions of its own like the first's, and a name of its own. */
function copyOf(monitor: Record<string, unknown>): Record<string, unknown> {
  const { conditions, monitorName, ...rest } = monitor;
  const own = Object.entries(rest).map(([name, value]) => [name, name.endsWith('Set') ? false : value] as const);
  const rows = Array.isArray(conditions) ? (conditions as Record<string, unknown>[]) : [];
  return {
    ...Object.fromEntries(own),
    monitorName: `Copy of ${String(monitorName)}`.slice(0, 50),
    conditions: rows.map((row) => ({ ...row, id: undefined })),
  };
}
