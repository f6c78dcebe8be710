// What both flows that discover a network have in common: F02 and F03.
import type { Static } from 'typebox';
import { assign } from 'xstate';
import type { networkDiscoveryCalls } from '#api/contract/network-discovery.ts';
import { show, submits, submitted } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { Answers, EffectInput, FlowContext, FlowManifest, FlowOutput, ShownData } from '#engine/flow/flow.ts';
import { jobSetup } from '#engine/flow/job-machine.ts';
import { effectKey, refusalIn } from '#engine/flow/refusal.ts';
import type { refusalsTo } from '#engine/flow/step-states.ts';

declare module '#engine/flow/flow.ts' {
  interface ShownData {
    /** Those of the discovery whose results are shown. */
    settings: Answers;
    /** What would be added. */
    plan: Partial<Static<(typeof networkDiscoveryCalls)['checkDiscoveredDevices']['reply']>>;
    networkProbe: Partial<Static<(typeof networkDiscoveryCalls)['addDiscoveredDevices']['reply']>['networkProbe']>;
  }
}

export const discover = 'startNetworkDiscovery';

export const discoveryEffects = {
  startNetworkDiscovery: {
    kind: 'job',
    whenLeft: 'cancel',
    errors: ['device_offline', 'network_scan_is_in_progress', 'number_of_network_scan_targets_exceeded'],
  },
  checkDiscoveredDevices: { errors: [] },
  addDiscoveredDevices: { errors: [] },
} as const;

export const discoveryShows = { settings: 'kept', plan: 'kept', networkProbe: 'kept' } as const;

interface Rules {
  steps(context: FlowContext): string[];
  needs: FlowManifest['needs'];
  /** The screen that asks what is discovered. */
  settings: string;
  /** The screen with the devices that were found. */
  rows: string;
  /** Calls of one of the flows alone. */
  more?: readonly string[];
}

/** Of the discovery whose results are shown. */
export function runOf({ shown }: FlowContext): string {
  return shown.runs?.[discover] ?? '';
}

function isSame(some: Answers, other: Answers): boolean {
  const names = Object.keys({ ...some, ...other });
  return names.every((name) => some[name] === other[name]);
}

/** “12 devices”. */
export function counted(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'device' : 'devices'}`;
}

/** The request of a discovery with the answers of this screen. */
export function requestOf(context: FlowContext, screen: string): EffectInput {
  const { networkProbe, ...settings } = context.answers[screen] ?? {};
  return { key: effectKey(context, discover), body: { ...settings, networkProbe: { nodeId: networkProbe } } };
}

/** The request of the two calls that take what was selected on this screen. */
function selectionOf(context: FlowContext, screen: string): EffectInput {
  return { params: { id: runOf(context) }, body: { devices: context.answers[screen]?.['devices'] } };
}

/** The states from a selection to the end: it is checked, shown (in `planned`), added, and told. `rows`: the screen with the selection. */
export function addingStates<const Rows extends string, const Planned extends string>(
  rows: Rows,
  { planned, refusals }: { planned: Planned; refusals: ReturnType<typeof refusalsTo> },
) {
  return {
    checking: {
      meta: { screen: 'checking', busy: true },
      invoke: {
        id: 'check',
        src: 'checkDiscoveredDevices',
        input: ({ context }: { context: FlowContext }) => selectionOf(context, rows),
        onDone: { target: planned, actions: 'keepPlan' },
        // F03-21
        onError: { target: `editing.${rows}`, actions: ['keepRefusal', 'countAttempt', 'forgetPlan'] },
      },
    },
    adding: {
      meta: { screen: 'adding', busy: true },
      invoke: {
        id: 'add',
        src: 'addDiscoveredDevices',
        input: ({ context }: { context: FlowContext }): EffectInput => ({
          key: effectKey(context, 'addDiscoveredDevices'),
          ...selectionOf(context, rows),
        }),
        onDone: { target: 'added', actions: ['countAttempt', 'keepAdded'] },
        onError: refusals,
      },
    },
    added: {
      meta: { screen: 'added', over: true },
      on: { confirmed: 'opened', closed: 'finished' },
    },
    opened: {
      type: 'final',
      // F02-51
      output: ({ context }: { context: FlowContext }): FlowOutput => ({
        outcome: 'finished',
        next: `/deviceDashboard/${context.shown.networkProbe?.nodeId ?? 0}/overview`,
        told: true,
      }),
    },
    finished: { type: 'final', output: { outcome: 'finished', told: true } satisfies FlowOutput },
    closed: { type: 'final', output: { outcome: 'closed' } satisfies FlowOutput },
  } as const;
}

/** Guards and actions of a machine that discovers a network and adds what was found. */
export function discoverySetup({ steps, needs, settings, rows, more = [] }: Rules) {
  return jobSetup([...Object.keys(discoveryEffects), ...more], {
    steps,
    needs,
    refusedField: { device_offline: '/networkProbe', number_of_network_scan_targets_exceeded: '/ipTargets' },
    // The request says which device the probe is.
    fieldOf: (pointer) => (pointer === '/networkProbe/nodeId' ? '/networkProbe' : undefined),
  }).extend({
    guards: {
      // The results of these settings are here already.
      isDiscovered: ({ context, event }) =>
        submits(event, settings) && runOf(context) !== '' && isSame(context.shown.settings ?? {}, submitted(event)),
      // The person stopped it, or the probe or the server left in the middle. What was found is there.
      hasStopped: ({ context, event }) =>
        ['run_cancelled', 'run_interrupted'].includes(refusalIn(event).code) && runOf(context) !== '',
      hasResults: ({ context, event }) => submits(event, settings) && runOf(context) !== '',
    },
    actions: {
      // Another discovery has other rows.
      forgetResults: assign(({ context }) => {
        const asked = context.answers[settings];
        return {
          answers: asked === undefined ? {} : { [settings]: asked },
          passed: context.passed.filter((screen) => screen === settings),
          shown: {},
          runs: {},
        };
      }),
      // Nothing was found that could be selected.
      forgetRows: assign({ shown: {}, passed: [] }),
      keepSettings: assign(({ context }) => show(context, { settings: context.answers[settings] ?? {} })),
      // What was reviewed is no longer what would be added.
      forgetPlan: assign(({ context }) => {
        const before = steps(context);
        return { passed: context.passed.filter((screen) => before.indexOf(screen) < before.indexOf(rows)) };
      }),
      keepPlan: assign(({ context, event }) => {
        const plan = replyIn<ShownData['plan']>(event);
        const { clientName = '', locationName = '', devices = [] } = plan;
        const words = { org: clientName, location: locationName, devices: counted(devices.length) };
        return { ...show(context, { plan }), words: { ...context.words, ...words } };
      }),
      keepAdded: assign(({ context, event }) => {
        const { added, networkProbe } = replyIn<{ added: number; networkProbe: ShownData['networkProbe'] }>(event);
        return {
          ...show(context, { networkProbe }),
          words: { ...context.words, added: counted(added) },
        };
      }),
    },
  });
}
