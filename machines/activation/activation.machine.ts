import { assign, setup } from 'xstate';
import { beginning, changes, keepAnswers, keepChange, submits } from '#engine/flow/answers.ts';
import { replyIn, slot } from '#engine/flow/effects.ts';
import type { EffectInput, FlowContext, FlowEvent, FlowInput, FlowOutput, StateMeta } from '#engine/flow/flow.ts';
import { countAttempt, effectKey, keepRefusal, refusalIn } from '#engine/flow/refusal.ts';

const refusedField = { password_too_weak: '/password' };

export function stepsOf(): string[] {
  return ['password'];
}

function activateInput(context: FlowContext): EffectInput {
  const body = { token: context.params['token'] ?? '', password: context.answers['password']?.['password'] };
  return { key: effectKey(context, 'activate'), body };
}

export const activationMachine = setup({
  types: {
    context: {} as FlowContext,
    events: {} as FlowEvent,
    input: {} as FlowInput,
    output: {} as FlowOutput,
    meta: {} as StateMeta,
  },
  actors: { activate: slot('activate') },
  guards: {
    hasNoToken: ({ context }) => (context.params['token'] ?? '') === '',
    changes: ({ event }, { screen }: { screen: string }) => changes(event, screen),
    submits: ({ event }, { screen }: { screen: string }) => submits(event, screen),
    refusedFor: ({ event }, { code }: { code: string }) => refusalIn(event).code === code,
  },
  actions: {
    keepAnswers: assign(({ context, event }) => keepAnswers(context, event)),
    keepChange: assign(({ context, event }) => keepChange(context, event)),
    keepRefusal: assign(({ event }) => keepRefusal(event, refusedField)),
    forgetRefusal: assign({ refusal: undefined }),
    forgetAnswers: assign({ answers: {} }),
    countAttempt: assign(({ context, event }) => countAttempt(context, event)),
    keepReply: assign(({ context, event }) => ({ shown: { ...context.shown, user: replyIn(event)['user'] } })),
  },
}).createMachine({
  id: 'activation',
  context: ({ input }) => beginning(input),
  output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'hasNoToken', target: 'linkWrong' }, { target: 'editing' }] },
    editing: {
      initial: 'password',
      states: {
        password: {
          meta: { screen: 'password' },
          on: {
            'step.changed': { guard: { type: 'changes', params: { screen: 'password' } }, actions: 'keepChange' },
            'step.submitted': {
              guard: { type: 'submits', params: { screen: 'password' } },
              target: '#activation.activating',
              actions: 'keepAnswers',
            },
          },
        },
      },
    },
    activating: {
      meta: { screen: 'password', busy: true },
      invoke: {
        id: 'activate',
        src: 'activate',
        input: ({ context }) => activateInput(context),
        onDone: { target: 'activated', actions: ['countAttempt', 'keepReply', 'forgetAnswers'] },
        onError: [
          {
            guard: { type: 'refusedFor', params: { code: 'activation_link_incorrect' } },
            target: 'linkWrong',
            actions: ['countAttempt', 'forgetAnswers'],
          },
          { target: 'editing.password', actions: ['keepRefusal', 'countAttempt'] },
        ],
      },
    },
    linkWrong: { meta: { screen: 'link-wrong' }, on: { confirmed: 'signingIn' } },
    activated: { meta: { screen: 'activated', over: true }, on: { confirmed: 'finished' } },
    finished: {
      type: 'final',
      output: ({ context }): FlowOutput => ({
        outcome: 'finished',
        next: '/systemDashboard/overview',
        reply: context.shown['user'],
      }),
    },
    signingIn: { type: 'final', output: { outcome: 'finished', next: '/sign-in' } satisfies FlowOutput },
  },
});
