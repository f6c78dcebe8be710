import { assign } from 'xstate';
import { answersOf, beginning, show } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { FlowOutput, ShownData } from '#engine/flow/flow.ts';
import { effectKey } from '#engine/flow/refusal.ts';
import { stepSetup } from '#engine/flow/step-machine.ts';
import { formStep, refusalsTo } from '#engine/flow/step-states.ts';
import { watchState } from '#engine/flow/watch-state.ts';
import manifest from '#schemas/add-computer/flow.json';

export function stepsOf(): string[] {
  return ['place'];
}

const leaving = {
  back: { target: 'editing.place', actions: 'forgetRefusal' },
  closed: 'closed',
} as const;

/** Shows the command until a computer has used it, or its token has expired. */
function watching() {
  const state = watchState('readEnrollment', {
    screen: 'command',
    request: (context) => ({ params: { id: String(context.shown.enrollment?.id ?? '') } }),
    onChanged: [
      { guard: 'isUsed', target: 'arrived', actions: 'keepDevice' },
      { guard: 'isExpired', target: 'expired' },
    ],
    onStopped: 'stopped',
  });
  return { ...state, on: { ...state.on, ...leaving } } as const;
}

/** A computer becomes a device: its place, the command with its one-time token, and the wait until it has come in. */
export const addComputerMachine = stepSetup(['addEnrollment', 'readEnrollment'], {
  steps: stepsOf,
  needs: manifest.needs,
})
  .extend({
    guards: {
      isUsed: ({ event }) => replyIn(event)['state'] === 'used',
      isExpired: ({ event }) => replyIn(event)['state'] === 'expired',
    },
    actions: {
      keepEnrollment: assign(({ context, event }) =>
        show(context, { enrollment: replyIn<ShownData['enrollment']>(event) }),
      ),
      keepDevice: assign(({ context, event }) => {
        const node = replyIn<Partial<Pick<ShownData, 'node'>>>(event).node ?? {};
        return {
          ...show(context, { node }),
          words: { ...context.words, name: node.name ?? 'The computer' },
        };
      }),
    },
  })
  .createMachine({
    id: 'add-computer',
    context: ({ input }) => beginning(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'editing',
    states: {
      editing: {
        initial: 'place',
        on: { closed: 'closed' },
        states: { place: formStep('place', { next: '#add-computer.making' }) },
      },
      making: {
        meta: { screen: 'making', busy: true },
        invoke: {
          id: 'make',
          src: 'addEnrollment',
          input: ({ context }) => {
            const { clientId, locationId, uses, days } = answersOf(context, 'add-computer/place');
            return { key: effectKey(context, 'addEnrollment'), body: { clientId, locationId, uses, days } };
          },
          onDone: { target: 'waiting', actions: ['countAttempt', 'keepEnrollment'] },
          onError: refusalsTo([], 'place'),
        },
      },
      waiting: watching(),
      stopped: {
        meta: { screen: 'command' },
        on: { ...leaving, retried: { target: 'waiting', actions: 'forgetRefusal' } },
      },
      expired: {
        meta: { screen: 'expired' },
        on: { 'again.requested': 'making', closed: 'closed' },
      },
      arrived: {
        meta: { screen: 'arrived', over: true },
        on: { confirmed: 'opened', 'again.requested': 'making', closed: 'finished' },
      },
      opened: {
        type: 'final',
        output: ({ context }): FlowOutput => {
          const { node = {} } = context.shown;
          const { id } = node;
          return {
            outcome: 'finished',
            ...(id === undefined ? {} : { next: `/deviceDashboard/${String(id)}/overview` }),
            reply: node,
          };
        },
      },
      finished: {
        type: 'final',
        output: ({ context }): FlowOutput => ({ outcome: 'finished', reply: context.shown.node ?? {} }),
      },
      closed: { type: 'final', output: { outcome: 'closed' } satisfies FlowOutput },
    },
  });
