import { assign, setup } from 'xstate';
import { beginning, changes, chooses, keepAnswers, keepChange, merged, submits } from '#engine/flow/answers.ts';
import { replyIn, slot } from '#engine/flow/effects.ts';
import type { EffectInput, FlowContext, FlowEvent, FlowInput, FlowOutput, StateMeta } from '#engine/flow/flow.ts';
import { countAttempt, effectKey, keepRefusal, refusalIn, stepOfField } from '#engine/flow/refusal.ts';
import manifest from '#schemas/first-run/flow.json';

const refusedField = { password_too_weak: '/password' };

export function stepsOf(): string[] {
  return ['account', 'division'];
}

function setUpInput(context: FlowContext): EffectInput {
  const { email, password, firstName, lastName, divisionName } = merged(context, ['account', 'division']);
  const body = { token: context.params['token'] ?? '', email, password, firstName, lastName, divisionName };
  return { key: effectKey(context, 'setUp'), body };
}

export const firstRunMachine = setup({
  types: {
    context: {} as FlowContext,
    events: {} as FlowEvent,
    input: {} as FlowInput,
    output: {} as FlowOutput,
    meta: {} as StateMeta,
  },
  actors: { readSetup: slot('readSetup'), setUp: slot('setUp') },
  guards: {
    hasNoToken: ({ context }) => (context.params['token'] ?? '') === '',
    changes: ({ event }, { screen }: { screen: string }) => changes(event, screen),
    submits: ({ event }, { screen }: { screen: string }) => submits(event, screen),
    chooses: ({ context, event }, { screen }: { screen: string }) => chooses(context, event, screen, stepsOf()),
    refusedAt: ({ event }, { screen }: { screen: string }) =>
      stepOfField(event, manifest.needs, refusedField) === screen,
    refusedFor: ({ event }, { code }: { code: string }) => refusalIn(event).code === code,
  },
  actions: {
    keepAnswers: assign(({ context, event }) => keepAnswers(context, event)),
    keepChange: assign(({ context, event }) => keepChange(context, event)),
    keepRefusal: assign(({ event }) => keepRefusal(event, refusedField)),
    forgetRefusal: assign({ refusal: undefined }),
    countAttempt: assign(({ context, event }) => countAttempt(context, event)),
    nameIt: assign(({ context }) => ({
      words: {
        ...context.words,
        divisionName: String(context.answers['division']?.['divisionName'] ?? ''),
        firstName: String(context.answers['account']?.['firstName'] ?? ''),
      },
    })),
    sayReason: assign(({ context, event }) => ({ words: { ...context.words, reason: refusalIn(event).message } })),
    keepReply: assign(({ context, event }) => ({ shown: { ...context.shown, user: replyIn(event)['user'] } })),
    // Nothing asks for the answers again, and the password among them has done its work.
    forgetAnswers: assign({ answers: {} }),
  },
}).createMachine({
  id: 'first-run',
  context: ({ input }) => beginning(input),
  output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
  initial: 'checking',
  states: {
    checking: {
      meta: { screen: 'checking', busy: true },
      invoke: {
        id: 'check',
        src: 'readSetup',
        input: {},
        onDone: [{ guard: 'hasNoToken', target: 'linkIncomplete' }, { target: 'editing' }],
        onError: [
          { guard: { type: 'refusedFor', params: { code: 'not_found' } }, target: 'alreadySetUp' },
          { target: 'checkFailed', actions: ['keepRefusal', 'sayReason'] },
        ],
      },
    },
    checkFailed: {
      meta: { screen: 'check-failed' },
      on: { retried: { target: 'checking', actions: 'forgetRefusal' } },
    },
    linkIncomplete: { meta: { screen: 'link-incomplete' }, on: { retried: 'checking' } },
    alreadySetUp: { meta: { screen: 'already-set-up' }, on: { confirmed: 'signingIn' } },
    editing: {
      initial: 'account',
      on: {
        'step.chosen': [
          { guard: { type: 'chooses', params: { screen: 'account' } }, target: '.account' },
          { guard: { type: 'chooses', params: { screen: 'division' } }, target: '.division' },
        ],
      },
      states: {
        account: {
          meta: { screen: 'account' },
          on: {
            'step.changed': { guard: { type: 'changes', params: { screen: 'account' } }, actions: 'keepChange' },
            'step.submitted': {
              guard: { type: 'submits', params: { screen: 'account' } },
              target: 'division',
              actions: 'keepAnswers',
            },
          },
        },
        division: {
          meta: { screen: 'division' },
          on: {
            'step.changed': { guard: { type: 'changes', params: { screen: 'division' } }, actions: 'keepChange' },
            'step.submitted': {
              guard: { type: 'submits', params: { screen: 'division' } },
              target: '#first-run.creating',
              actions: 'keepAnswers',
            },
            back: 'account',
          },
        },
      },
    },
    creating: {
      meta: { screen: 'creating', busy: true },
      entry: 'nameIt',
      invoke: {
        id: 'create',
        src: 'setUp',
        input: ({ context }) => setUpInput(context),
        onDone: { target: 'created', actions: ['countAttempt', 'keepReply', 'forgetAnswers'] },
        onError: [
          {
            guard: { type: 'refusedFor', params: { code: 'setup_token_incorrect' } },
            target: 'linkWrong',
            actions: ['sayReason', 'countAttempt'],
          },
          { guard: { type: 'refusedFor', params: { code: 'not_found' } }, target: 'alreadySetUp' },
          {
            guard: { type: 'refusedAt', params: { screen: 'account' } },
            target: 'editing.account',
            actions: ['keepRefusal', 'countAttempt'],
          },
          { target: 'editing.division', actions: ['keepRefusal', 'countAttempt'] },
        ],
      },
    },
    linkWrong: { meta: { screen: 'link-wrong' }, on: { retried: 'creating', back: 'editing.division' } },
    created: { meta: { screen: 'created', over: true }, on: { confirmed: 'finished' } },
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
