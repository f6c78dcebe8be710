import { not } from 'xstate';
import { beginning, show } from '#engine/flow/answers.ts';
import type { FlowContext, FlowInput, FlowOutput } from '#engine/flow/flow.ts';
import { jobState } from '#engine/flow/job-state.ts';
import { formStep, refusalsTo, stepChoices } from '#engine/flow/step-states.ts';
import manifest from '#schemas/network-discovery/flow.json';
import { addingStates, discover, discoverySetup, requestOf } from '../shared/discovery.ts';

/** The subject is an earlier discovery: its devices are selected and added. */
function isOfRun({ subject }: Pick<FlowContext, 'subject'>): boolean {
  return subject !== undefined;
}

export function stepsOf(context: Pick<FlowContext, 'subject'>): string[] {
  return isOfRun(context) ? ['devices', 'review'] : ['configuration', 'devices', 'review'];
}

function begin(input: FlowInput): FlowContext {
  const context = beginning(input);
  return input.subject === undefined
    ? context
    : { ...context, ...show(context, { runs: { [discover]: input.subject } }) };
}

/** A probe discovers a network, and what a technician selects becomes devices of the organization (F02). */
export const networkDiscoveryMachine = discoverySetup({
  steps: stepsOf,
  needs: manifest.needs,
  settings: 'configuration',
  rows: 'devices',
})
  .extend({ guards: { isOfRun: ({ context }) => isOfRun(context) } })
  .createMachine({
    id: 'network-discovery',
    context: ({ input }) => begin(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'opening',
    states: {
      opening: { always: [{ guard: 'isOfRun', target: 'editing.devices' }, { target: 'editing' }] },
      editing: {
        initial: 'configuration',
        on: { ...stepChoices(['configuration', 'devices', 'review']), closed: 'closed' },
        states: {
          configuration: formStep('configuration', {
            next: '#network-discovery.discovering',
            unless: [
              { guard: 'isDiscovered', target: '#network-discovery.editing.devices' },
              // F02-17
              { guard: 'hasResults', target: '#network-discovery.rerun' },
            ],
          }),
          devices: {
            meta: { screen: 'devices' },
            on: {
              'step.changed': {
                guard: { type: 'changes', params: { screen: 'devices' } },
                actions: ['keepChange', 'forgetPlan'],
              },
              'step.submitted': {
                guard: { type: 'submits', params: { screen: 'devices' } },
                target: '#network-discovery.checking',
                actions: 'keepAnswers',
              },
              back: { guard: not('isOfRun'), target: 'configuration' },
            },
          },
          review: formStep('review', { next: '#network-discovery.adding', back: 'devices' }),
        },
      },
      rerun: {
        meta: { screen: 'rerun' },
        on: {
          confirmed: { target: 'discovering', actions: 'forgetResults' },
          back: 'editing.configuration',
          closed: 'closed',
        },
      },
      discovering: jobState(discover, {
        screen: 'discovering',
        request: (context) => requestOf(context, 'configuration'),
        onDone: { target: 'editing.devices', actions: ['keepSettings'] },
        // F02-18
        onClosed: 'closed',
        unless: [
          { guard: 'hasStopped', target: 'editing.devices', actions: ['keepSettings'] },
          { guard: 'isUncertain', target: 'lost', actions: ['sayReason'] },
        ],
        onRefused: { target: 'editing.configuration', actions: ['forgetRows'] },
      }),
      // The same run is attached to: there is no way to other settings while it may go on.
      lost: {
        meta: { screen: 'lost' },
        on: { retried: { target: 'discovering', actions: 'forgetRefusal' }, closed: 'closed' },
      },
      ...addingStates('devices', { planned: 'editing.review', refusals: refusalsTo(['devices'], 'review') }),
    },
  });
