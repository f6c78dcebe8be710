import type { Static } from 'typebox';
import { assign } from 'xstate';
import type { vmHostTest } from '#api/contract/agent-methods/vm-host.ts';
import { answersOf, beginning, forgetShown, show } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { Answers, EffectInput, FlowContext, FlowOutput, Refusal } from '#engine/flow/flow.ts';
import { jobState } from '#engine/flow/job-state.ts';
import { effectKey } from '#engine/flow/refusal.ts';
import { stepChoices } from '#engine/flow/step-states.ts';
import manifest from '#schemas/vm-host/flow.json';
import { testedForm, testedSetup } from '../shared/tested-form.ts';

type Tested = Partial<Static<typeof vmHostTest.result>>;

declare module '#engine/flow/flow.ts' {
  interface ShownData {
    /** What the latest test of a VM host said. */
    hostTest: Tested;
    /** The certificate that the person trusts, and of which host. */
    trusted: { hostname: string | undefined; apiPort: number | undefined; fingerprint: string };
    /** Id of the host that was added. */
    hostId: number;
  }
}

export const test = 'testVmHost';

export function stepsOf(): string[] {
  return ['host'];
}

/** The answers as a request has them: what only an ESXi host has stays behind for HYPERV. */
function hostOf(context: FlowContext, withPlace: boolean): Answers {
  const { hostname, apiPort, credentialId, locationId, ...place } = answersOf(context, 'vm-host/host');
  const { trusted } = context.shown;
  const isTrusted = trusted !== undefined && trusted.hostname === hostname && trusted.apiPort === apiPort;
  const isEsxi = place.type === 'ESXI';
  return {
    ...place,
    ...(withPlace && { locationId }),
    ...(isEsxi && { hostname, apiPort, credentialId }),
    ...(isEsxi && isTrusted && { certificate: trusted.fingerprint }),
  };
}

/** “VMware ESXi 8.0.3 build-24022510, 12 guests” */
function wordsOfHost({ host, guests = 0 }: Tested): string {
  return `${host?.product ?? ''}, ${guests.toLocaleString('en')} ${guests === 1 ? 'guest' : 'guests'}`;
}

const screen = 'host';
// F01-11, F01-12
const form = testedForm({
  screen,
  forget: 'forgetTest',
  testing: '#vm-host.testing',
  untested: 'host',
  next: '#vm-host.adding',
});
const closing = { closed: 'closed' } as const;

/** A monitor delegate tests a VM host, and what succeeded becomes a device of the organization (F01). */
export const vmHostMachine = testedSetup([test, 'addVmHost'], {
  steps: stepsOf,
  needs: manifest.needs,
  refusedField: {
    device_offline: '/delegateNodeId',
    unsupported_target: '/delegateNodeId',
    delegate_already_has_existing_host: '/delegateNodeId',
  },
})
  .extend({
    guards: {
      isTested: ({ context }) => context.shown.hostTest?.code === 'succeeded',
      isUntrusted: ({ context }) => {
        const { code, certificate } = context.shown.hostTest ?? {};
        return code === 'certificate_unknown' && certificate != null;
      },
    },
    actions: {
      keepTest: assign(({ context, event }) => {
        const hostTest = replyIn<Tested>(event);
        const { hostname, apiPort } = answersOf(context, 'vm-host/host');
        const address = `${String(hostname)}:${String(apiPort)}`;
        return { ...show(context, { hostTest }), words: { ...context.words, address, host: wordsOfHost(hostTest) } };
      }),
      forgetTest: assign(({ context }) => forgetShown(context, 'hostTest')),
      refuseTest: assign(({ context }) => {
        const { code = '', message = '' } = context.shown.hostTest ?? {};
        return { refusal: { code, message } satisfies Refusal, ...forgetShown(context, 'hostTest') };
      }),
      trust: assign(({ context }) => {
        const { hostname, apiPort } = answersOf(context, 'vm-host/host');
        const fingerprint = context.shown.hostTest?.certificate?.fingerprint ?? '';
        return show(context, { trusted: { hostname, apiPort, fingerprint } });
      }),
      keepHost: assign(({ context, event }) => ({
        ...show(context, { hostId: replyIn<{ id: number }>(event).id }),
        words: { ...context.words, name: answersOf(context, 'vm-host/host').name ?? '' },
      })),
    },
  })
  .createMachine({
    id: 'vm-host',
    context: ({ input }) => beginning(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'editing',
    states: {
      editing: {
        initial: 'host',
        on: stepChoices(['host']),
        states: { host: form.needed, tested: form.passed },
      },
      testing: jobState(test, {
        screen: 'testing',
        request: (context) => ({ key: effectKey(context, test), body: hostOf(context, false) }),
        onDone: { target: 'judging', actions: ['keepTest'] },
        onClosed: 'closed',
        unless: [{ guard: 'isUncertain', target: 'lost', actions: ['sayReason'] }],
        onRefused: { target: 'editing.host', actions: ['forgetTest'] },
      }),
      // The same run is attached to: there is no way to other answers while it may go on.
      lost: {
        meta: { screen: 'lost' },
        on: { retried: { target: 'testing', actions: 'forgetRefusal' }, ...closing },
      },
      judging: {
        always: [
          { guard: 'isTested', target: 'editing.tested' },
          { guard: 'isUntrusted', target: 'trusting' },
          { target: 'editing.host', actions: 'refuseTest' },
        ],
      },
      trusting: {
        meta: { screen: 'trusting' },
        on: {
          confirmed: { target: 'testing', actions: 'trust' },
          back: { target: 'editing.host', actions: 'forgetTest' },
          ...closing,
        },
      },
      adding: {
        meta: { screen: 'adding', busy: true },
        invoke: {
          id: 'add',
          src: 'addVmHost',
          input: ({ context }): EffectInput => ({
            key: effectKey(context, 'addVmHost'),
            body: { ...hostOf(context, true), test: context.shown.runs?.[test] ?? '' },
          }),
          onDone: { target: 'added', actions: ['countAttempt', 'keepHost'] },
          onError: [
            {
              guard: { type: 'refusedFor', params: { codes: ['vm_host_not_tested'] } },
              target: 'editing.host',
              actions: ['keepRefusal', 'countAttempt', 'forgetTest'],
            },
            { target: 'editing.tested', actions: ['keepRefusal', 'countAttempt'] },
          ],
        },
      },
      // F01-13
      added: {
        meta: { screen: 'added', over: true },
        on: { confirmed: 'opened', closed: 'finished' },
      },
      opened: {
        type: 'final',
        output: ({ context }): FlowOutput => ({
          outcome: 'finished',
          // C09-01
          next: `/vmDashboard/${context.shown.hostId ?? 0}/overview`,
          told: true,
        }),
      },
      finished: { type: 'final', output: { outcome: 'finished', told: true } satisfies FlowOutput },
      closed: { type: 'final', output: { outcome: 'closed' } satisfies FlowOutput },
    },
  });
