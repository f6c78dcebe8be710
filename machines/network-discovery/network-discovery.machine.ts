import { assign } from 'xstate';
import { beginning, show, submits, submitted } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { Answers, EffectInput, FlowContext, FlowOutput, ShownData } from '#engine/flow/flow.ts';
import { jobSetup } from '#engine/flow/job-machine.ts';
import { jobState } from '#engine/flow/job-state.ts';
import { effectKey, refusalIn } from '#engine/flow/refusal.ts';
import { formStep, refusalsTo, stepChoices } from '#engine/flow/step-states.ts';
import manifest from '#schemas/network-discovery/flow.json';

export function stepsOf(): string[] {
  return ['configuration', 'devices', 'review'];
}

const discover = 'startNetworkDiscovery';

function settingsOf({ answers }: FlowContext): Answers {
  return answers['configuration'] ?? {};
}

/** Of the discovery whose results are shown. */
function runOf({ shown }: FlowContext): string {
  return shown.runs?.[discover] ?? '';
}

function isSame(some: Answers, other: Answers): boolean {
  const names = Object.keys({ ...some, ...other });
  return names.every((name) => some[name] === other[name]);
}

/** The request of the two calls that take the selection. */
function chosen(context: FlowContext): EffectInput {
  return { params: { id: runOf(context) }, body: { devices: context.answers['devices']?.['devices'] } };
}

function counted(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'device' : 'devices'}`;
}

/** A probe discovers a network, and what a technician selects becomes devices of the organization (F02). */
export const networkDiscoveryMachine = jobSetup([discover, 'checkDiscoveredDevices', 'addDiscoveredDevices'], {
  steps: stepsOf,
  needs: manifest.needs,
  refusedField: { device_offline: '/networkProbe', number_of_network_scan_targets_exceeded: '/ipTargets' },
  // The request says which device the probe is.
  fieldOf: (pointer) => (pointer === '/networkProbe/nodeId' ? '/networkProbe' : undefined),
})
  .extend({
    guards: {
      // The results of these settings are here already.
      isDiscovered: ({ context, event }) =>
        submits(event, 'configuration') &&
        runOf(context) !== '' &&
        isSame(context.shown.settings ?? {}, submitted(event)),
      // The person stopped it, or the probe or the server left in the middle. What was found is there.
      hasStopped: ({ context, event }) =>
        ['run_cancelled', 'run_interrupted'].includes(refusalIn(event).code) && runOf(context) !== '',
      hasResults: ({ context, event }) => submits(event, 'configuration') && runOf(context) !== '',
    },
    actions: {
      // Another discovery has other rows.
      forgetResults: assign(({ context }) => {
        const { configuration } = context.answers;
        return {
          answers: configuration === undefined ? {} : { configuration },
          passed: context.passed.filter((screen) => screen === 'configuration'),
          shown: {},
          runs: {},
        };
      }),
      // Nothing was found that could be selected.
      forgetRows: assign({ shown: {}, passed: [] }),
      keepSettings: assign(({ context }) => show(context, { settings: settingsOf(context) })),
      // What was reviewed is no longer what would be added.
      forgetPlan: assign(({ context }) => ({ passed: context.passed.filter((screen) => screen === 'configuration') })),
      keepPlan: assign(({ context, event }) => {
        const plan = replyIn<ShownData['plan']>(event);
        const { clientName = '', locationName = '' } = plan;
        return { ...show(context, { plan }), words: { ...context.words, org: clientName, location: locationName } };
      }),
      keepAdded: assign(({ context, event }) => {
        const { added, networkProbe } = replyIn<{ added: number; networkProbe: ShownData['networkProbe'] }>(event);
        return {
          ...show(context, { networkProbe }),
          words: { ...context.words, added: counted(added) },
        };
      }),
    },
  })
  .createMachine({
    id: 'network-discovery',
    context: ({ input }) => beginning(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'editing',
    states: {
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
              back: 'configuration',
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
        request: (context) => {
          const { networkProbe, ...settings } = settingsOf(context);
          return {
            key: effectKey(context, discover),
            body: { ...settings, networkProbe: { nodeId: networkProbe } },
          };
        },
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
      checking: {
        meta: { screen: 'checking', busy: true },
        invoke: {
          id: 'check',
          src: 'checkDiscoveredDevices',
          input: ({ context }) => chosen(context),
          onDone: { target: 'editing.review', actions: 'keepPlan' },
          onError: { target: 'editing.devices', actions: ['keepRefusal', 'countAttempt', 'forgetPlan'] },
        },
      },
      adding: {
        meta: { screen: 'adding', busy: true },
        invoke: {
          id: 'add',
          src: 'addDiscoveredDevices',
          input: ({ context }): EffectInput => ({
            key: effectKey(context, 'addDiscoveredDevices'),
            ...chosen(context),
          }),
          onDone: { target: 'added', actions: ['countAttempt', 'keepAdded'] },
          onError: refusalsTo(['devices'], 'review'),
        },
      },
      added: {
        meta: { screen: 'added', over: true },
        on: { confirmed: 'opened', closed: 'finished' },
      },
      opened: {
        type: 'final',
        // F02-51
        output: ({ context }): FlowOutput => ({
          outcome: 'finished',
          next: `/deviceDashboard/${context.shown.networkProbe?.nodeId ?? 0}/overview`,
          told: true,
        }),
      },
      finished: { type: 'final', output: { outcome: 'finished', told: true } satisfies FlowOutput },
      closed: { type: 'final', output: { outcome: 'closed' } satisfies FlowOutput },
    },
  });
