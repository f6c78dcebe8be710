import { assign, setup } from 'xstate';
import { beginning, changes, keepAnswers, keepChange, submits } from '#engine/flow/answers.ts';
import { slot } from '#engine/flow/effects.ts';
import type { EffectInput, FlowContext, FlowEvent, FlowInput, FlowOutput, StateMeta } from '#engine/flow/flow.ts';
import { countAttempt, effectKey, keepRefusal } from '#engine/flow/refusal.ts';

const refusedField = { incorrect_password: '/currentPassword', password_too_weak: '/newPassword' };

export function stepsOf(): string[] {
  return ['change'];
}

function changeInput(context: FlowContext): EffectInput {
  const { currentPassword, newPassword } = context.answers['change'] ?? {};
  return { key: effectKey(context, 'changePassword'), body: { currentPassword, newPassword } };
}

export const passwordMachine = setup({
  types: {
    context: {} as FlowContext,
    events: {} as FlowEvent,
    input: {} as FlowInput,
    output: {} as FlowOutput,
    meta: {} as StateMeta,
  },
  actors: { changePassword: slot('changePassword') },
  guards: {
    changes: ({ event }, { screen }: { screen: string }) => changes(event, screen),
    submits: ({ event }, { screen }: { screen: string }) => submits(event, screen),
  },
  actions: {
    keepAnswers: assign(({ context, event }) => keepAnswers(context, event)),
    keepChange: assign(({ context, event }) => keepChange(context, event)),
    keepRefusal: assign(({ event }) => keepRefusal(event, refusedField)),
    forgetRefusal: assign({ refusal: undefined }),
    forgetAnswers: assign({ answers: {} }),
    countAttempt: assign(({ context, event }) => countAttempt(context, event)),
  },
}).createMachine({
  id: 'password',
  context: ({ input }) => beginning(input),
  output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
  initial: 'editing',
  states: {
    editing: {
      initial: 'change',
      on: { closed: 'closed' },
      states: {
        change: {
          meta: { screen: 'change' },
          on: {
            'step.changed': { guard: { type: 'changes', params: { screen: 'change' } }, actions: 'keepChange' },
            'step.submitted': {
              guard: { type: 'submits', params: { screen: 'change' } },
              target: '#password.changing',
              actions: 'keepAnswers',
            },
          },
        },
      },
    },
    changing: {
      meta: { screen: 'change', busy: true },
      invoke: {
        id: 'change',
        src: 'changePassword',
        input: ({ context }) => changeInput(context),
        onDone: { target: 'changed', actions: ['countAttempt', 'forgetAnswers'] },
        onError: { target: 'editing.change', actions: ['keepRefusal', 'countAttempt'] },
      },
    },
    changed: { meta: { screen: 'changed', over: true }, on: { confirmed: 'finished', closed: 'finished' } },
    finished: { type: 'final', output: { outcome: 'finished' } satisfies FlowOutput },
    closed: { type: 'final', output: { outcome: 'closed' } satisfies FlowOutput },
  },
});
