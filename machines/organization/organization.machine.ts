import { and, assign, setup } from 'xstate';
import { beginning, changes, chooses, keepAnswers, keepChange, merged, submits } from '#engine/flow/answers.ts';
import { replyIn, slot } from '#engine/flow/effects.ts';
import type {
  Answers,
  EffectInput,
  FlowContext,
  FlowEvent,
  FlowInput,
  FlowOutput,
  StateMeta,
} from '#engine/flow/flow.ts';
import { canRetry, countAttempt, effectKey, keepRefusal, refusalIn, stepOfField } from '#engine/flow/refusal.ts';
import manifest from '#schemas/organization/flow.json';

const refusedField = {
  organization_name_in_use: '/name',
  location_name_in_use: '/locations',
  organization_has_devices: '/locations',
};

export function stepsOf(): string[] {
  return ['details', 'locations', 'confirm'];
}

function saveInput(context: FlowContext, effect: string): EffectInput {
  const { name, description, locations } = merged(context, ['details', 'locations']);
  return {
    key: effectKey(context, effect),
    ...(context.subject === undefined ? {} : { params: { id: context.subject } }),
    body: { name, ...(description === undefined ? {} : { description }), locations },
  };
}

/** An organization as `readOrganization` answers it, as the answers of the steps. */
function answersOf(stored: Readonly<Record<string, unknown>>): Record<string, Answers> {
  const locations = (stored['locations'] as Answers[]).map(({ id, name, address, description }) => ({
    id,
    name,
    ...filled({ address, description }),
  }));
  return {
    details: { name: stored['name'], ...filled({ description: stored['description'] }) },
    locations: { locations },
  };
}

// What a form leaves empty it leaves out.
function filled(answers: Answers): Answers {
  return Object.fromEntries(
    Object.entries(answers).filter(([, value]) => value !== '' && value !== null && value !== undefined),
  );
}

/** A refusal leads to the step that owns its first field, else back to Confirm; every answer stays. */
const refusals = [
  {
    guard: { type: 'refusedAt', params: { screen: 'details' } },
    target: 'editing.details',
    actions: ['keepRefusal', 'countAttempt'],
  },
  {
    guard: { type: 'refusedAt', params: { screen: 'locations' } },
    target: 'editing.locations',
    actions: ['keepRefusal', 'countAttempt'],
  },
  { target: 'editing.confirm', actions: ['keepRefusal', 'countAttempt'] },
] as const;

export const organizationMachine = setup({
  types: {
    context: {} as FlowContext,
    events: {} as FlowEvent,
    input: {} as FlowInput,
    output: {} as FlowOutput,
    meta: {} as StateMeta,
  },
  actors: {
    readOrganization: slot('readOrganization'),
    addOrganization: slot('addOrganization'),
    saveOrganization: slot('saveOrganization'),
  },
  guards: {
    isEdit: ({ context }) => context.mode === 'EDIT',
    changes: ({ event }, { screen }: { screen: string }) => changes(event, screen),
    submits: ({ event }, { screen }: { screen: string }) => submits(event, screen),
    chooses: ({ context, event }, { screen }: { screen: string }) => chooses(context, event, screen, stepsOf()),
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
    takeStored: assign(({ event }) => ({ answers: answersOf(replyIn(event)), passed: stepsOf() })),
    nameIt: assign(({ context }) => ({
      words: { ...context.words, name: String(context.answers['details']?.['name'] ?? '') },
    })),
    sayReason: assign(({ context, event }) => ({ words: { ...context.words, reason: refusalIn(event).message } })),
    keepReply: assign(({ context, event }) => ({ shown: { ...context.shown, saved: replyIn(event)['client'] } })),
  },
}).createMachine({
  id: 'organization',
  context: ({ input }) => beginning(input),
  output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'isEdit', target: 'loading' }, { target: 'editing' }] },
    loading: {
      meta: { screen: 'loading', busy: true },
      invoke: {
        id: 'read',
        src: 'readOrganization',
        input: ({ context }) => ({ params: { id: context.subject ?? '' } }),
        onDone: { target: 'editing', actions: 'takeStored' },
        onError: { target: 'loadFailed', actions: ['keepRefusal', 'sayReason'] },
      },
      on: { closed: 'closed' },
    },
    loadFailed: {
      meta: { screen: 'load-failed' },
      on: { retried: { target: 'loading', actions: 'forgetRefusal' }, closed: 'closed' },
    },
    editing: {
      initial: 'details',
      on: {
        'step.chosen': [
          { guard: { type: 'chooses', params: { screen: 'details' } }, target: '.details' },
          { guard: { type: 'chooses', params: { screen: 'locations' } }, target: '.locations' },
          { guard: { type: 'chooses', params: { screen: 'confirm' } }, target: '.confirm' },
        ],
        closed: 'closed',
      },
      states: {
        details: {
          meta: { screen: 'details' },
          on: {
            'step.changed': { guard: { type: 'changes', params: { screen: 'details' } }, actions: 'keepChange' },
            'step.submitted': {
              guard: { type: 'submits', params: { screen: 'details' } },
              target: 'locations',
              actions: 'keepAnswers',
            },
          },
        },
        locations: {
          meta: { screen: 'locations' },
          on: {
            'step.changed': { guard: { type: 'changes', params: { screen: 'locations' } }, actions: 'keepChange' },
            'step.submitted': {
              guard: { type: 'submits', params: { screen: 'locations' } },
              target: 'confirm',
              actions: 'keepAnswers',
            },
            back: 'details',
          },
        },
        confirm: {
          meta: { screen: 'confirm' },
          on: {
            'step.submitted': [
              {
                guard: and(['isEdit', { type: 'submits', params: { screen: 'confirm' } }]),
                target: '#organization.saving',
                actions: 'forgetRefusal',
              },
              {
                guard: { type: 'submits', params: { screen: 'confirm' } },
                target: '#organization.adding',
                actions: 'forgetRefusal',
              },
            ],
            retried: [
              { guard: and(['canRetry', 'isEdit']), target: '#organization.saving', actions: 'forgetRefusal' },
              { guard: 'canRetry', target: '#organization.adding', actions: 'forgetRefusal' },
            ],
            back: 'locations',
          },
        },
      },
    },
    adding: {
      meta: { screen: 'saving', busy: true },
      entry: 'nameIt',
      invoke: {
        id: 'add',
        src: 'addOrganization',
        input: ({ context }) => saveInput(context, 'addOrganization'),
        onDone: { target: 'saved', actions: ['countAttempt', 'keepReply'] },
        onError: refusals,
      },
    },
    saving: {
      meta: { screen: 'saving', busy: true },
      entry: 'nameIt',
      invoke: {
        id: 'save',
        src: 'saveOrganization',
        input: ({ context }) => saveInput(context, 'saveOrganization'),
        onDone: { target: 'saved', actions: ['countAttempt', 'keepReply'] },
        onError: refusals,
      },
    },
    saved: { meta: { screen: 'saved', over: true }, on: { confirmed: 'finished', closed: 'finished' } },
    finished: {
      type: 'final',
      output: ({ context }): FlowOutput => ({ outcome: 'finished', reply: context.shown['saved'] }),
    },
    closed: { type: 'final', output: { outcome: 'closed' } satisfies FlowOutput },
  },
});
