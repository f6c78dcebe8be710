import { and, assign, setup } from 'xstate';
import { beginning, changes, chooses, keepAnswers, keepChange, submits, submitted } from '#engine/flow/answers.ts';
import { replyIn, slot } from '#engine/flow/effects.ts';
import type { EffectInput, FlowContext, FlowEvent, FlowInput, FlowOutput, StateMeta } from '#engine/flow/flow.ts';
import { canRetry, countAttempt, effectKey, keepRefusal, refusalIn, stepOfField } from '#engine/flow/refusal.ts';
import manifest from '#schemas/cloud-monitor/flow.json';
import { fitConditions, type Aside } from './conditions.ts';
import { checkRequest, monitorRequest } from './monitor-request.ts';
import { answersOf } from './stored-monitor.ts';

export interface MonitorContext extends FlowContext {
  aside: Aside;
  savedId?: number;
}

type Event = FlowEvent | { type: 'test.requested' };

const refusedField = { monitor_type_locked: '/monitorType' };

/** Setup, Request for HTTP, Conditions, Confirm (F08-04, F08-06, F08-07). */
export function stepsOf({ answers }: FlowContext): string[] {
  const http = answers['setup']?.['monitorType'] === 'HTTP';
  return ['setup', ...(http ? ['request'] : []), 'conditions', 'confirm'];
}

function subjectParams({ subject }: FlowContext): { id: string } {
  return { id: subject ?? '' };
}

function testInput(context: MonitorContext): EffectInput {
  const id = context.subject === undefined ? {} : { id: Number(context.subject) };
  return { body: { ...id, monitor: checkRequest(context) } };
}

/** A refusal leads to the step that owns its first field, else back to where it was asked for; every answer stays. */
const refusals = [
  {
    guard: { type: 'refusedAt', params: { screen: 'setup' } },
    target: 'editing.setup',
    actions: ['keepRefusal', 'countAttempt'],
  },
  {
    guard: { type: 'refusedAt', params: { screen: 'request' } },
    target: 'editing.request',
    actions: ['keepRefusal', 'countAttempt'],
  },
  {
    guard: { type: 'refusedAt', params: { screen: 'conditions' } },
    target: 'editing.conditions',
    actions: ['keepRefusal', 'countAttempt'],
  },
  { target: 'editing.confirm', actions: ['keepRefusal', 'countAttempt'] },
] as const;

export const cloudMonitorMachine = setup({
  types: {
    context: {} as MonitorContext,
    events: {} as Event,
    input: {} as FlowInput,
    output: {} as FlowOutput,
    meta: {} as StateMeta,
  },
  actors: {
    readMonitor: slot('readMonitor'),
    testMonitor: slot('testMonitor'),
    addMonitor: slot('addMonitor'),
    saveMonitor: slot('saveMonitor'),
  },
  guards: {
    isEdit: ({ context }) => context.mode === 'EDIT',
    isHttp: ({ context }) => context.answers['setup']?.['monitorType'] === 'HTTP',
    changes: ({ event }, { screen }: { screen: string }) => changes(event, screen),
    submits: ({ event }, { screen }: { screen: string }) => submits(event, screen),
    submitsHttp: ({ event }) => submits(event, 'setup') && submitted(event)['monitorType'] === 'HTTP',
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
    fitConditions: assign(({ context }) => {
      const type = String(context.answers['setup']?.['monitorType']);
      const { conditions, aside, changed } = fitConditions(type, context.answers['conditions'], context.aside);
      return {
        aside,
        answers: { ...context.answers, conditions },
        passed: changed ? context.passed.filter((id) => id !== 'conditions') : context.passed,
      };
    }),
    takeStored: assign(({ event }) => ({ answers: answersOf(replyIn(event)), refusal: undefined })),
    passAll: assign(({ context }) => ({ passed: stepsOf(context) })),
    takeTest: assign(({ context, event }) => ({
      shown: { ...context.shown, test: replyIn(event) },
      refusal: undefined,
    })),
    forgetTest: assign(({ context: { shown } }) => ({
      shown: Object.fromEntries(Object.entries(shown).filter(([key]) => key !== 'test')),
    })),
    nameIt: assign(({ context }) => ({
      words: { ...context.words, monitorName: String(context.answers['setup']?.['monitorName'] ?? '') },
    })),
    sayReason: assign(({ context, event }) => ({ words: { ...context.words, reason: refusalIn(event).message } })),
    keepSaved: assign(({ event }) => ({ savedId: Number((replyIn(event)['cloudMonitor'] as { id?: unknown }).id) })),
  },
}).createMachine({
  id: 'cloud-monitor',
  context: ({ input }) => ({ ...beginning(input), aside: {} }),
  output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'isEdit', target: 'loading' }, { target: 'editing' }] },
    loading: {
      meta: { screen: 'loading', busy: true },
      invoke: {
        id: 'read',
        src: 'readMonitor',
        input: ({ context }) => ({ params: subjectParams(context) }),
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
      initial: 'setup',
      on: {
        'step.chosen': [
          { guard: { type: 'chooses', params: { screen: 'setup' } }, target: '.setup' },
          { guard: { type: 'chooses', params: { screen: 'request' } }, target: '.request' },
          { guard: { type: 'chooses', params: { screen: 'conditions' } }, target: '.conditions' },
          { guard: { type: 'chooses', params: { screen: 'confirm' } }, target: '.confirm' },
        ],
        closed: 'closed',
      },
      states: {
        setup: {
          meta: { screen: 'setup' },
          on: {
            'step.changed': {
              guard: { type: 'changes', params: { screen: 'setup' } },
              actions: ['keepChange', 'forgetTest'],
            },
            'step.submitted': [
              { guard: 'submitsHttp', target: 'request', actions: ['keepAnswers', 'fitConditions', 'forgetTest'] },
              {
                guard: { type: 'submits', params: { screen: 'setup' } },
                target: 'conditions',
                actions: ['keepAnswers', 'fitConditions', 'forgetTest'],
              },
            ],
          },
        },
        request: {
          meta: { screen: 'request' },
          on: {
            'step.changed': {
              guard: { type: 'changes', params: { screen: 'request' } },
              actions: ['keepChange', 'forgetTest'],
            },
            'step.submitted': {
              guard: { type: 'submits', params: { screen: 'request' } },
              target: 'conditions',
              actions: ['keepAnswers', 'forgetTest'],
            },
            back: 'setup',
          },
        },
        conditions: {
          meta: { screen: 'conditions' },
          on: {
            'step.changed': {
              guard: { type: 'changes', params: { screen: 'conditions' } },
              actions: ['keepChange', 'forgetTest'],
            },
            'step.submitted': {
              guard: { type: 'submits', params: { screen: 'conditions' } },
              target: 'confirm',
              actions: 'keepAnswers',
            },
            back: [{ guard: 'isHttp', target: 'request' }, { target: 'setup' }],
          },
        },
        confirm: {
          meta: { screen: 'confirm' },
          on: {
            'step.submitted': [
              {
                guard: and(['isEdit', { type: 'submits', params: { screen: 'confirm' } }]),
                target: '#cloud-monitor.saving',
                actions: 'forgetRefusal',
              },
              {
                guard: { type: 'submits', params: { screen: 'confirm' } },
                target: '#cloud-monitor.adding',
                actions: 'forgetRefusal',
              },
            ],
            retried: [
              { guard: and(['canRetry', 'isEdit']), target: '#cloud-monitor.saving', actions: 'forgetRefusal' },
              { guard: 'canRetry', target: '#cloud-monitor.adding', actions: 'forgetRefusal' },
            ],
            'test.requested': { target: 'testing', actions: ['forgetTest', 'forgetRefusal'] },
            back: 'conditions',
          },
        },
        testing: {
          meta: { screen: 'confirm', busy: true },
          invoke: {
            id: 'test',
            src: 'testMonitor',
            input: ({ context }) => testInput(context),
            onDone: { target: 'confirm', actions: 'takeTest' },
            onError: [
              { guard: { type: 'refusedAt', params: { screen: 'setup' } }, target: 'setup', actions: 'keepRefusal' },
              {
                guard: { type: 'refusedAt', params: { screen: 'request' } },
                target: 'request',
                actions: 'keepRefusal',
              },
              { target: 'confirm', actions: 'keepRefusal' },
            ],
          },
        },
      },
    },
    adding: {
      meta: { screen: 'saving', busy: true },
      entry: 'nameIt',
      invoke: {
        id: 'add',
        src: 'addMonitor',
        input: ({ context }) => ({ key: effectKey(context, 'addMonitor'), body: monitorRequest(context) }),
        onDone: { target: 'saved', actions: ['countAttempt', 'keepSaved'] },
        onError: refusals,
      },
    },
    saving: {
      meta: { screen: 'saving', busy: true },
      entry: 'nameIt',
      invoke: {
        id: 'save',
        src: 'saveMonitor',
        input: ({ context }) => ({
          key: effectKey(context, 'saveMonitor'),
          params: subjectParams(context),
          body: monitorRequest(context),
        }),
        onDone: { target: 'saved', actions: ['countAttempt', 'keepSaved'] },
        onError: refusals,
      },
    },
    saved: { meta: { screen: 'saved', over: true }, on: { confirmed: 'finished', closed: 'closed' } },
    finished: {
      type: 'final',
      output: ({ context }): FlowOutput => ({
        outcome: 'finished',
        next: `/cloudMonitorDashboard/${context.savedId}/`,
      }),
    },
    closed: { type: 'final', output: { outcome: 'closed' } satisfies FlowOutput },
  },
});
