import { assign, setup } from 'xstate';
import { beginning, changes, keepAnswers, keepChange, submits } from '#engine/flow/answers.ts';
import { replyIn, slot } from '#engine/flow/effects.ts';
import type { FlowContext, FlowEvent, FlowInput, FlowOutput, StateMeta } from '#engine/flow/flow.ts';
import { countAttempt, effectKey, keepRefusal, refusalIn } from '#engine/flow/refusal.ts';

const refusedField = { INCORRECT_MFA_CODE: '/code' };

export function stepsOf({ passed }: FlowContext): string[] {
  return passed.includes('password') ? ['password', 'code'] : ['password'];
}

export const signInMachine = setup({
  types: {
    context: {} as FlowContext,
    events: {} as FlowEvent,
    input: {} as FlowInput,
    output: {} as FlowOutput,
    meta: {} as StateMeta,
  },
  actors: { signIn: slot('signIn'), confirmSignIn: slot('confirmSignIn') },
  guards: {
    changes: ({ event }, { screen }: { screen: string }) => changes(event, screen),
    submits: ({ event }, { screen }: { screen: string }) => submits(event, screen),
    refusedFor: ({ event }, { codes }: { codes: readonly string[] }) => codes.includes(refusalIn(event).code),
  },
  actions: {
    keepAnswers: assign(({ context, event }) => keepAnswers(context, event)),
    keepChange: assign(({ context, event }) => keepChange(context, event)),
    keepRefusal: assign(({ event }) => keepRefusal(event, refusedField)),
    forgetRefusal: assign({ refusal: undefined }),
    countAttempt: assign(({ context, event }) => countAttempt(context, event)),
    // The password has done its work: it is neither kept in memory nor missed when the page is loaded again.
    forgetPassword: assign(({ context }) => ({
      answers: { ...context.answers, password: { email: context.answers['password']?.['email'] } },
    })),
    forgetCode: assign(({ context }) => ({
      answers: Object.fromEntries(Object.entries(context.answers).filter(([screen]) => screen !== 'code')),
    })),
    startOver: assign({ passed: [] }),
    // Only now is it known that there is a second step.
    passPassword: assign({ passed: ['password'] }),
    keepReply: assign(({ context, event }) => ({ shown: { ...context.shown, user: replyIn(event)['user'] } })),
  },
}).createMachine({
  id: 'sign-in',
  context: ({ input }) => beginning(input),
  output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
  initial: 'editing',
  states: {
    editing: {
      initial: 'password',
      states: {
        password: {
          meta: { screen: 'password' },
          on: {
            'step.changed': { guard: { type: 'changes', params: { screen: 'password' } }, actions: 'keepChange' },
            'step.submitted': {
              guard: { type: 'submits', params: { screen: 'password' } },
              target: '#sign-in.verifying',
              actions: ['keepAnswers', 'startOver'],
            },
            closed: '#sign-in.closed',
          },
        },
        code: {
          meta: { screen: 'code' },
          on: {
            'step.changed': { guard: { type: 'changes', params: { screen: 'code' } }, actions: 'keepChange' },
            'step.submitted': {
              guard: { type: 'submits', params: { screen: 'code' } },
              target: '#sign-in.confirming',
              actions: 'keepAnswers',
            },
            back: { target: 'password', actions: ['startOver', 'forgetCode', 'forgetRefusal'] },
            closed: '#sign-in.closed',
          },
        },
      },
    },
    verifying: {
      meta: { screen: 'password', busy: true },
      invoke: {
        id: 'verify',
        src: 'signIn',
        input: ({ context }) => ({ key: effectKey(context, 'signIn'), body: context.answers['password'] }),
        onDone: { target: 'signedIn', actions: ['countAttempt', 'keepReply'] },
        onError: [
          {
            guard: { type: 'refusedFor', params: { codes: ['MFA_REQUIRED'] } },
            target: 'editing.code',
            actions: ['countAttempt', 'forgetCode', 'forgetPassword', 'passPassword'],
          },
          { target: 'editing.password', actions: ['keepRefusal', 'countAttempt'] },
        ],
      },
    },
    confirming: {
      meta: { screen: 'code', busy: true },
      invoke: {
        id: 'confirm',
        src: 'confirmSignIn',
        input: ({ context }) => ({ key: effectKey(context, 'confirmSignIn'), body: context.answers['code'] }),
        onDone: { target: 'signedIn', actions: ['countAttempt', 'keepReply'] },
        onError: [
          {
            guard: { type: 'refusedFor', params: { codes: ['mfa_expired', 'account_disabled'] } },
            target: 'editing.password',
            actions: ['keepRefusal', 'countAttempt', 'startOver', 'forgetCode'],
          },
          { target: 'editing.code', actions: ['keepRefusal', 'countAttempt'] },
        ],
      },
    },
    signedIn: {
      type: 'final',
      output: ({ context }): FlowOutput => ({ outcome: 'finished', reply: context.shown['user'] }),
    },
    closed: { type: 'final', output: { outcome: 'closed' } satisfies FlowOutput },
  },
});
