import type { Static } from 'typebox';
import { assign } from 'xstate';
import type { networkDiscoveryCalls } from '#api/contract/network-discovery.ts';
import { beginning, show } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { EffectInput, FlowContext, FlowOutput } from '#engine/flow/flow.ts';
import { jobState } from '#engine/flow/job-state.ts';
import { formStep, refusalsTo, stepChoices } from '#engine/flow/step-states.ts';
import manifest from '#schemas/ad-hoc-discovery/flow.json';
import { addingStates, counted, discover, discoverySetup, requestOf, runOf } from '../shared/discovery.ts';

/** F03-03, F03-13: the second step is the running discovery, and what it came to once it has ended. */
export function stepsOf({ shown: { found } }: Pick<FlowContext, 'shown'>): string[] {
  return ['setup', found === undefined ? 'discovery' : found > 0 ? 'completed' : 'nothing', 'review'];
}

type Summary = Static<(typeof networkDiscoveryCalls)['readDiscoverySummary']['reply']>;

/** “12 devices found. 1 device is already added. 241 addresses did not respond.” */
function summaryOf({ responding, existing, offline }: Summary): string {
  const found = responding === 0 ? 'No devices found.' : `${counted(responding)} found.`;
  const known = existing === 0 ? [] : [`${counted(existing)} ${existing === 1 ? 'is' : 'are'} already added.`];
  const addresses = offline === 1 ? '1 address' : `${offline.toLocaleString('en')} addresses`;
  return [found, ...known, ...(offline === 0 ? [] : [`${addresses} did not respond.`])].join(' ');
}

/** The parts of the job's state. Only the child state `running` takes the cancel event; the states of the two questions do not. */
const {
  meta,
  on: { 'cancel.requested': cancel, ...reports },
  ...job
} = jobState(discover, {
  screen: 'discovery',
  request: (context) => requestOf(context, 'setup'),
  onDone: { target: 'counting', actions: ['keepSettings', 'forgetRefusal', 'noteEnd'] },
  unless: [
    { guard: 'hasStopped', target: 'counting', actions: ['keepSettings', 'noteEnd'] },
    { guard: 'isUncertain', target: 'lost', actions: ['sayReason'] },
  ],
  onRefused: { target: 'editing.setup', actions: ['forgetRows'] },
});

/** A probe discovers a network, and everything that it found and nobody removes becomes devices of the organization (F03). */
export const adHocDiscoveryMachine = discoverySetup({
  steps: stepsOf,
  needs: manifest.needs,
  settings: 'setup',
  rows: 'review',
  more: ['readDiscoverySummary'],
})
  .extend({
    guards: {
      // F03-05
      hasFound: ({ event }) => replyIn<Summary>(event).responding > 0,
    },
    actions: {
      noteEnd: assign(({ context }) => ({
        words: { ...context.words, ended: context.refusal?.message ?? 'All addresses were checked.' },
      })),
      keepFound: assign(({ context, event }) => {
        const summary = replyIn<Summary>(event);
        return {
          ...show(context, { found: summary.responding }),
          words: { ...context.words, summary: `${context.words['ended'] ?? ''} ${summaryOf(summary)}`.trim() },
          refusal: undefined,
        };
      }),
      passCompleted: assign(({ context }) => ({ passed: [...new Set([...context.passed, 'completed'])] })),
    },
  })
  .createMachine({
    id: 'ad-hoc-discovery',
    context: ({ input }) => beginning(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'editing',
    states: {
      editing: {
        initial: 'setup',
        on: { ...stepChoices(['setup', 'completed', 'nothing', 'review']), closed: 'closed' },
        states: {
          setup: formStep('setup', {
            next: '#ad-hoc-discovery.discovering',
            unless: [
              { guard: 'isDiscovered', target: '#ad-hoc-discovery.counting' },
              { guard: 'hasResults', target: '#ad-hoc-discovery.rerun' },
            ],
          }),
          // F03-19, F03-20
          completed: {
            meta: { screen: 'completed' },
            on: { confirmed: { target: 'review', actions: ['passCompleted', 'forgetRefusal'] }, back: 'setup' },
          },
          nothing: { meta: { screen: 'nothing' }, on: { back: 'setup' } },
          // F03-14
          review: formStep('review', { next: '#ad-hoc-discovery.checking', back: 'completed' }),
        },
      },
      rerun: {
        meta: { screen: 'rerun' },
        on: {
          confirmed: { target: 'discovering', actions: 'forgetResults' },
          back: 'editing.setup',
          closed: 'closed',
        },
      },
      discovering: {
        ...job,
        on: reports,
        initial: 'running',
        states: {
          running: {
            meta,
            on: {
              'cancel.requested': cancel,
              // F03-15, F03-16
              back: 'leaving',
              'step.chosen': { guard: { type: 'chooses', params: { screen: 'setup' } }, target: 'leaving' },
              closed: 'closing',
            },
          },
          // F03-17: the job is cancelled when its state is left. Each answer removes the message of a failed read.
          leaving: {
            meta: { screen: 'leaving' },
            on: {
              confirmed: {
                target: '#ad-hoc-discovery.editing.setup',
                actions: ['forgetRetries', 'forgetResults', 'countAttempt'],
              },
              back: { target: 'running', actions: 'forgetRetries' },
              closed: 'closing',
            },
          },
          // F03-18
          closing: {
            meta: { screen: 'closing' },
            on: {
              confirmed: '#ad-hoc-discovery.closed',
              back: { target: 'running', actions: 'forgetRetries' },
              closed: '#ad-hoc-discovery.closed',
            },
          },
        },
      },
      // The same run is attached to: there is no way to other settings while it may go on.
      lost: {
        meta: { screen: 'lost' },
        on: { retried: { target: 'discovering', actions: 'forgetRefusal' }, closed: 'closed' },
      },
      counting: {
        meta: { screen: 'counting', busy: true },
        invoke: {
          id: 'count',
          src: 'readDiscoverySummary',
          input: ({ context }): EffectInput => ({ params: { id: runOf(context) } }),
          onDone: [
            { guard: 'hasFound', target: 'editing.completed', actions: ['keepFound'] },
            { target: 'editing.nothing', actions: ['keepFound'] },
          ],
          onError: { target: 'uncounted', actions: ['sayReason', 'countAttempt'] },
        },
      },
      uncounted: {
        meta: { screen: 'uncounted' },
        on: { retried: { target: 'counting', actions: 'forgetRefusal' }, closed: 'closed' },
      },
      // F03-22
      confirming: {
        meta: { screen: 'confirming' },
        on: { confirmed: 'adding', back: 'editing.review', closed: 'closed' },
      },
      ...addingStates('review', { planned: 'confirming', refusals: refusalsTo([], 'review') }),
    },
  });
