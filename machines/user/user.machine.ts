import { and, assign, setup } from 'xstate';
import { beginning, changes, chooses, keepAnswers, keepChange, submits, submitted } from '#engine/flow/answers.ts';
import { replyIn, slot } from '#engine/flow/effects.ts';
import type { FlowContext, FlowEvent, FlowInput, FlowOutput, StateMeta } from '#engine/flow/flow.ts';
import { canRetry, countAttempt, effectKey, keepRefusal, refusalIn, stepOfField } from '#engine/flow/refusal.ts';
import manifest from '#schemas/user/flow.json';
import { answersOf, userRequest } from './user-request.ts';

const refusedField = { EMAIL_ALREADY_IN_USE: '/email', last_sysadmin: '/sysadmin' };

export function stepsOf({ answers }: FlowContext): string[] {
  return ['person', ...(answers['person']?.['sysadmin'] === true ? [] : ['permissions']), 'confirm'];
}

/** A refusal leads to the step that owns its first field, else back to Confirm; every answer stays. */
const refusals = [
  {
    guard: { type: 'refusedAt', params: { screen: 'person' } },
    target: 'editing.person',
    actions: ['keepRefusal', 'countAttempt'],
  },
  {
    guard: { type: 'refusedAt', params: { screen: 'permissions' } },
    target: 'editing.permissions',
    actions: ['keepRefusal', 'countAttempt'],
  },
  { target: 'editing.confirm', actions: ['keepRefusal', 'countAttempt'] },
] as const;

export const userMachine = setup({
  types: {
    context: {} as FlowContext,
    events: {} as FlowEvent,
    input: {} as FlowInput,
    output: {} as FlowOutput,
    meta: {} as StateMeta,
  },
  actors: { readUser: slot('readUser'), addUser: slot('addUser'), saveUser: slot('saveUser') },
  guards: {
    isEdit: ({ context }) => context.mode === 'EDIT',
    isSysadmin: ({ context }) => context.answers['person']?.['sysadmin'] === true,
    changes: ({ event }, { screen }: { screen: string }) => changes(event, screen),
    submits: ({ event }, { screen }: { screen: string }) => submits(event, screen),
    submitsSysadmin: ({ event }) => submits(event, 'person') && submitted(event)['sysadmin'] === true,
    chooses: ({ context, event }, { screen }: { screen: string }) => chooses(context, event, screen, stepsOf(context)),
    refusedAt: ({ event }, { screen }: { screen: string }) =>
      stepOfField(event, manifest.needs, refusedField) === screen,
    canRetry: ({ context }) => canRetry(context.refusal),
  },
  actions: {
    keepAnswers: assign(({ context, event }) => keepAnswers(context, event)),
    keepChange: assign(({ context, event }) => keepChange(context, event)),
    keepRefusal: assign(({ event }) => keepRefusal(event, refusedField)),
    forgetRefusal: assign({ refusal: undefined }),
    countAttempt: assign(({ context, event }) => countAttempt(context, event)),
    takeStored: assign(({ event }) => ({ answers: answersOf(replyIn(event)) })),
    passAll: assign(({ context }) => ({ passed: stepsOf(context) })),
    nameIt: assign(({ context }) => {
      const { firstName, lastName, email } = context.answers['person'] ?? {};
      return { words: { ...context.words, name: `${String(firstName)} ${String(lastName)}`, email: String(email) } };
    }),
    sayReason: assign(({ context, event }) => ({ words: { ...context.words, reason: refusalIn(event).message } })),
    keepReply: assign(({ context, event }) => {
      const { appuser, activationLink } = replyIn(event);
      return {
        shown: { ...context.shown, saved: appuser, ...(activationLink === undefined ? {} : { activationLink }) },
      };
    }),
  },
}).createMachine({
  id: 'user',
  context: ({ input }) => beginning(input),
  output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'isEdit', target: 'loading' }, { target: 'editing' }] },
    loading: {
      meta: { screen: 'loading', busy: true },
      invoke: {
        id: 'read',
        src: 'readUser',
        input: ({ context }) => ({ params: { id: context.subject ?? '' } }),
        onDone: { target: 'editing', actions: ['takeStored', 'passAll'] },
        onError: { target: 'loadFailed', actions: ['keepRefusal', 'sayReason'] },
      },
      on: { closed: 'closed' },
    },
    loadFailed: {
      meta: { screen: 'load-failed' },
      on: { retried: { target: 'loading', actions: 'forgetRefusal' }, closed: 'closed' },
    },
    editing: {
      initial: 'person',
      on: {
        'step.chosen': [
          { guard: { type: 'chooses', params: { screen: 'person' } }, target: '.person' },
          { guard: { type: 'chooses', params: { screen: 'permissions' } }, target: '.permissions' },
          { guard: { type: 'chooses', params: { screen: 'confirm' } }, target: '.confirm' },
        ],
        closed: 'closed',
      },
      states: {
        person: {
          meta: { screen: 'person' },
          on: {
            'step.changed': { guard: { type: 'changes', params: { screen: 'person' } }, actions: 'keepChange' },
            'step.submitted': [
              { guard: 'submitsSysadmin', target: 'confirm', actions: 'keepAnswers' },
              {
                guard: { type: 'submits', params: { screen: 'person' } },
                target: 'permissions',
                actions: 'keepAnswers',
              },
            ],
          },
        },
        permissions: {
          meta: { screen: 'permissions' },
          on: {
            'step.changed': { guard: { type: 'changes', params: { screen: 'permissions' } }, actions: 'keepChange' },
            'step.submitted': {
              guard: { type: 'submits', params: { screen: 'permissions' } },
              target: 'confirm',
              actions: 'keepAnswers',
            },
            back: 'person',
          },
        },
        confirm: {
          meta: { screen: 'confirm' },
          on: {
            'step.submitted': [
              {
                guard: and(['isEdit', { type: 'submits', params: { screen: 'confirm' } }]),
                target: '#user.saving',
                actions: 'forgetRefusal',
              },
              {
                guard: { type: 'submits', params: { screen: 'confirm' } },
                target: '#user.adding',
                actions: 'forgetRefusal',
              },
            ],
            retried: [
              { guard: and(['canRetry', 'isEdit']), target: '#user.saving', actions: 'forgetRefusal' },
              { guard: 'canRetry', target: '#user.adding', actions: 'forgetRefusal' },
            ],
            back: [{ guard: 'isSysadmin', target: 'person' }, { target: 'permissions' }],
          },
        },
      },
    },
    adding: {
      meta: { screen: 'saving', busy: true },
      entry: 'nameIt',
      invoke: {
        id: 'add',
        src: 'addUser',
        input: ({ context }) => ({ key: effectKey(context, 'addUser'), body: userRequest(context) }),
        onDone: { target: 'added', actions: ['countAttempt', 'keepReply'] },
        onError: refusals,
      },
    },
    saving: {
      meta: { screen: 'saving', busy: true },
      entry: 'nameIt',
      invoke: {
        id: 'save',
        src: 'saveUser',
        input: ({ context }) => ({
          key: effectKey(context, 'saveUser'),
          params: { id: context.subject ?? '' },
          body: userRequest(context),
        }),
        onDone: { target: 'saved', actions: ['countAttempt', 'keepReply'] },
        onError: refusals,
      },
    },
    added: { meta: { screen: 'added', over: true }, on: { confirmed: 'finished', closed: 'finished' } },
    saved: { meta: { screen: 'saved', over: true }, on: { confirmed: 'finished', closed: 'finished' } },
    finished: {
      type: 'final',
      output: ({ context }): FlowOutput => ({ outcome: 'finished', reply: context.shown['saved'] }),
    },
    closed: { type: 'final', output: { outcome: 'closed' } satisfies FlowOutput },
  },
});
