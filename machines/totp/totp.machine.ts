import { assign, setup } from 'xstate';
import { beginning, changes, keepAnswers, keepChange, submits } from '#engine/flow/answers.ts';
import { replyIn, slot } from '#engine/flow/effects.ts';
import type { FlowContext, FlowEvent, FlowInput, FlowOutput, StateMeta } from '#engine/flow/flow.ts';
import { countAttempt, effectKey, keepRefusal, refusalIn } from '#engine/flow/refusal.ts';

const refusedField = { incorrect_password: '/password', INCORRECT_MFA_CODE: '/code' };

export function stepsOf(): string[] {
  return ['password', 'code'];
}

export const totpMachine = setup({
  types: {
    context: {} as FlowContext,
    events: {} as FlowEvent,
    input: {} as FlowInput,
    output: {} as FlowOutput,
    meta: {} as StateMeta,
  },
  actors: { beginTotp: slot('beginTotp'), confirmTotp: slot('confirmTotp') },
  guards: {
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
    startOver: assign({ answers: {}, passed: [], shown: {} }),
    countAttempt: assign(({ context, event }) => countAttempt(context, event)),
    // `secret`, `uri` and `qrSvg`: shown while the code is asked for, and never kept.
    showEnrolment: assign(({ context, event }) => ({ shown: { ...context.shown, enrolment: replyIn(event) } })),
    showRecoveryCodes: assign(({ event }) => ({ shown: { recoveryCodes: replyIn(event)['recoveryCodes'] } })),
  },
}).createMachine({
  id: 'totp',
  context: ({ input }) => beginning(input),
  output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
  initial: 'editing',
  states: {
    editing: {
      initial: 'password',
      on: { closed: 'closed' },
      states: {
        password: {
          meta: { screen: 'password' },
          on: {
            'step.changed': { guard: { type: 'changes', params: { screen: 'password' } }, actions: 'keepChange' },
            'step.submitted': {
              guard: { type: 'submits', params: { screen: 'password' } },
              target: '#totp.beginning',
              actions: 'keepAnswers',
            },
          },
        },
        code: {
          meta: { screen: 'code' },
          on: {
            'step.changed': { guard: { type: 'changes', params: { screen: 'code' } }, actions: 'keepChange' },
            'step.submitted': {
              guard: { type: 'submits', params: { screen: 'code' } },
              target: '#totp.confirming',
              actions: 'keepAnswers',
            },
            back: { target: 'password', actions: ['startOver', 'forgetRefusal'] },
          },
        },
      },
    },
    beginning: {
      meta: { screen: 'password', busy: true },
      invoke: {
        id: 'begin',
        src: 'beginTotp',
        input: ({ context }) => ({ key: effectKey(context, 'beginTotp'), body: context.answers['password'] }),
        onDone: { target: 'editing.code', actions: ['countAttempt', 'showEnrolment', 'forgetAnswers'] },
        onError: [
          {
            guard: { type: 'refusedFor', params: { code: 'totp_already_enabled' } },
            target: 'alreadyEnabled',
            actions: 'startOver',
          },
          { target: 'editing.password', actions: ['keepRefusal', 'countAttempt'] },
        ],
      },
    },
    confirming: {
      meta: { screen: 'code', busy: true },
      invoke: {
        id: 'confirm',
        src: 'confirmTotp',
        input: ({ context }) => ({ key: effectKey(context, 'confirmTotp'), body: context.answers['code'] }),
        onDone: { target: 'enabled', actions: ['countAttempt', 'forgetAnswers', 'showRecoveryCodes'] },
        onError: [
          {
            guard: { type: 'refusedFor', params: { code: 'totp_already_enabled' } },
            target: 'alreadyEnabled',
            actions: 'startOver',
          },
          // The enrolment ran out: only a new one helps.
          {
            guard: { type: 'refusedFor', params: { code: 'totp_not_enabled' } },
            target: 'editing.password',
            actions: ['startOver', 'keepRefusal', 'countAttempt'],
          },
          { target: 'editing.code', actions: ['keepRefusal', 'countAttempt'] },
        ],
      },
    },
    alreadyEnabled: { meta: { screen: 'already-enabled' }, on: { confirmed: 'closed', closed: 'closed' } },
    enabled: { meta: { screen: 'recovery-codes', over: true }, on: { confirmed: 'finished' } },
    finished: { type: 'final', output: { outcome: 'finished' } satisfies FlowOutput },
    closed: { type: 'final', output: { outcome: 'closed' } satisfies FlowOutput },
  },
});
