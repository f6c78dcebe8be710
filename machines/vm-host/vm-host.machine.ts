import type { Static } from 'typebox';
import { and, assign } from 'xstate';
import type { vmHostTest } from '#api/contract/agent-methods/vm-host.ts';
import { answersOf, beginning, forgetShown, show } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import { editsOf } from '#engine/flow/edits.ts';
import type { EffectInput, FlowOutput, Refusal } from '#engine/flow/flow.ts';
import { jobState } from '#engine/flow/job-state.ts';
import { readAnswers } from '#engine/flow/read-answers.ts';
import { effectKey } from '#engine/flow/refusal.ts';
import { endStates, readingStates, sendingStates, stepChoices } from '#engine/flow/step-states.ts';
import manifest from '#schemas/vm-host/flow.json';
import { testedForm, testedSetup } from '../shared/tested-form.ts';
import { add, bodyOfHost, pinFor, save, test, testRequest } from './host-request.ts';

type Tested = Partial<Static<typeof vmHostTest.result>>;

declare module '#engine/flow/flow.ts' {
  interface ShownData {
    /** What the latest test of a VM host said. */
    hostTest: Tested;
    /** The certificate that is trusted, and of which host: stored, or accepted by this person. */
    trusted: { hostname: string | undefined; apiPort: number | undefined; fingerprint: string };
    /** The fingerprint that the latest test expected; empty for none. */
    pin: string;
    /** Id of the host that was added. */
    hostId: number;
  }
}

export function stepsOf(): string[] {
  return ['host'];
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
  testing: '#vm-host.pinning',
  untested: 'host',
  next: '#vm-host.sending',
});
const refused = ['keepRefusal', 'countAttempt'] as const;
/** A refusal of what is sent: the host is tested again, or mended as it was tested. */
const refusals = [
  {
    guard: { type: 'refusedFor', params: { codes: ['vm_host_not_tested'] } },
    target: 'editing.host',
    actions: [...refused, 'forgetTest'],
  },
  { target: 'editing.tested', actions: refused },
] as const;
const { saving, conflict } = sendingStates(
  { add, save },
  { body: bodyOfHost, onDone: { add: 'added', save: 'finished' }, refusals },
);
const closing = { closed: 'closed' } as const;
/** A person compares the certificate that the host shows. */
const accepting = {
  confirmed: { target: 'pinning', actions: 'trust' },
  back: { target: 'editing.host', actions: 'forgetTest' },
  ...closing,
} as const;

/** A monitor delegate tests a VM host, and what succeeded becomes a device of the organization, or changes one (F01). */
export const vmHostMachine = testedSetup([test, 'readVmHost', add, save], {
  steps: stepsOf,
  needs: manifest.needs,
  edits: editsOf((stored) => readAnswers(manifest, save, stored)),
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
      hasPin: ({ context }) => (context.shown.pin ?? '') !== '',
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
        const { fingerprint = '', isKnown } = context.shown.hostTest?.certificate ?? {};
        // What a known authority signed needs no pin, and may be renewed.
        return show(context, { trusted: { hostname, apiPort, fingerprint: isKnown === true ? '' : fingerprint } });
      }),
      choosePin: assign(({ context }) => show(context, { pin: pinFor(context) })),
      keepPin: assign(({ context, event }) => {
        const { hostname, apiPort, certificate } = replyIn<{
          hostname?: string;
          apiPort?: number;
          certificate?: string;
        }>(event);
        return show(context, { trusted: { hostname, apiPort, fingerprint: certificate ?? '' } });
      }),
      nameIt: assign(({ context }) => ({
        words: { ...context.words, name: answersOf(context, 'vm-host/host').name ?? '' },
      })),
      keepReply: assign(({ context, event }) => show(context, { saved: replyIn(event)['vmHost'] })),
      keepHost: assign(({ context, event }) => show(context, { hostId: replyIn<{ id: number }>(event).id })),
    },
  })
  .createMachine({
    id: 'vm-host',
    context: ({ input }) => beginning(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'opening',
    states: {
      opening: {
        always: [{ guard: 'isEdit', target: 'loading' }, { target: 'editing' }],
      },
      ...readingStates('readVmHost', {
        of: ({ subject }) => subject ?? '',
        onDone: { target: 'editing', actions: ['takeStored', 'passStored', 'keepPin'] },
      }),
      editing: {
        initial: 'host',
        on: stepChoices(['host']),
        states: { host: form.needed, tested: form.passed },
      },
      pinning: { always: { target: 'testing', actions: 'choosePin' } },
      testing: jobState(test, {
        screen: 'testing',
        request: testRequest,
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
          { guard: and(['isUntrusted', 'hasPin']), target: 'changed' },
          { guard: 'isUntrusted', target: 'trusting' },
          { target: 'editing.host', actions: 'refuseTest' },
        ],
      },
      trusting: { meta: { screen: 'trusting' }, on: accepting },
      changed: { meta: { screen: 'changed' }, on: accepting },
      sending: {
        always: [{ guard: 'isEdit', target: 'saving' }, { target: 'adding' }],
      },
      adding: {
        meta: { screen: 'adding', busy: true },
        entry: 'nameIt',
        invoke: {
          id: 'add',
          src: add,
          input: ({ context }): EffectInput => ({
            key: effectKey(context, add),
            body: bodyOfHost(context),
          }),
          onDone: { target: 'added', actions: ['countAttempt', 'keepHost'] },
          onError: refusals,
        },
      },
      // F01-13
      added: {
        meta: { screen: 'added', over: true },
        on: { confirmed: 'opened', closed: 'read' },
      },
      saving,
      conflict,
      opened: {
        type: 'final',
        output: ({ context }): FlowOutput => ({
          outcome: 'finished',
          // C09-01
          next: `/vmDashboard/${context.shown.hostId ?? 0}/overview`,
          told: true,
        }),
      },
      read: { type: 'final', output: { outcome: 'finished', told: true } satisfies FlowOutput },
      ...endStates,
    },
  });
