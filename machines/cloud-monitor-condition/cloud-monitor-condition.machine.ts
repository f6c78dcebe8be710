import { and, assign } from 'xstate';
import { beginning, merged } from '#engine/flow/answers.ts';
import { askedOf } from '#engine/flow/asked.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { Answers, EffectInput, FlowContext, FlowInput, FlowOutput, Refusal } from '#engine/flow/flow.ts';
import { refusalIn } from '#engine/flow/refusal.ts';
import { stepSetup } from '#engine/flow/step-machine.ts';
import manifest from '#schemas/cloud-monitor-condition/flow.json';
import { settingsFields } from '#schemas/cloud-monitor/types.ts';

interface ConditionContext extends FlowContext {
  /** The settings as they were when their own screen was opened. */
  before?: { settings: Answers; held: boolean };
}

const needs = { ...manifest.needs, settings: [...manifest.needs.settings, ...settingsFields] };

/** Said at the condition's value (F08-75). */
const MISSING: Refusal = { code: 'condition_missing', message: 'Choose what the condition looks at.' };

function begun(input: FlowInput): ConditionContext {
  return beginning(input);
}

function opened(context: FlowContext): Partial<ConditionContext> {
  return {
    refusal: undefined,
    before: { settings: context.answers['settings'] ?? {}, held: context.passed.includes('settings') },
  };
}

function undone(context: ConditionContext): Partial<ConditionContext> {
  const { before } = context;
  if (before === undefined) return {};
  const others = context.passed.filter((id) => id !== 'settings');
  return {
    answers: { ...context.answers, settings: before.settings },
    passed: before.held ? [...others, 'settings'] : others,
  };
}

/** The condition as the calls take it. Over the history it needs no name yet. */
function replayInput(context: FlowContext): EffectInput {
  const { monitorType: _, ...condition } = askedOf(merged(context, ['condition', 'settings']), [
    ...needs.condition,
    ...needs.settings,
  ]);
  const name = String(condition['conditionName'] ?? '').trim();
  return {
    body: {
      id: Number(context.subject),
      condition: { ...condition, conditionName: name === '' ? 'Condition' : name },
    },
  };
}

/** The call speaks of `/condition/severity`, the form of `/severity`. */
function ofForm(refusal: Refusal): Refusal {
  const fields = Object.entries(refusal.fields ?? {}).map(([pointer, words]) => [
    pointer.replace(/^\/condition(?=\/)/, ''),
    words,
  ]);
  return refusal.fields === undefined ? refusal : { ...refusal, fields: Object.fromEntries(fields) as never };
}

/** One condition of a cloud monitor: what it looks at, in a screen of its own, and what follows from it (F08-47 … F08-54). */
export const conditionMachine = stepSetup(['replayCondition'], { steps: () => ['condition'], needs })
  .extend({
    guards: {
      looksAtSomething: ({ context }) => context.passed.includes('settings'),
      // What is not stored yet has no history.
      hasHistory: ({ context }) => context.subject !== undefined,
    },
    actions: {
      rememberSettings: assign(({ context }) => opened(context)),
      undoSettings: assign(({ context }) => undone(context)),
      sayMissing: assign({ refusal: MISSING }),
      takeReplay: assign(({ context, event }) => ({
        shown: { ...context.shown, replay: replyIn(event) },
        refusal: undefined,
      })),
      forgetReplay: assign(({ context: { shown } }) => ({
        shown: Object.fromEntries(Object.entries(shown).filter(([key]) => key !== 'replay')),
      })),
      keepReplayRefusal: assign(({ event }) => ({ refusal: ofForm(refusalIn(event)) })),
    },
  })
  .createMachine({
    id: 'cloud-monitor-condition',
    context: ({ input }) => begun(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'editing',
    states: {
      editing: {
        initial: 'condition',
        states: {
          condition: {
            meta: { screen: 'condition' },
            on: {
              'step.changed': {
                guard: { type: 'changes', params: { screen: 'condition' } },
                actions: ['keepChange', 'forgetReplay'],
              },
              'step.submitted': [
                {
                  guard: and(['looksAtSomething', { type: 'submits', params: { screen: 'condition' } }]),
                  target: '#cloud-monitor-condition.kept',
                  actions: 'keepAnswers',
                },
                {
                  guard: { type: 'submits', params: { screen: 'condition' } },
                  actions: ['keepAnswers', 'sayMissing'],
                },
              ],
              'settings.requested': { target: 'settings', actions: 'rememberSettings' },
              'replay.requested': {
                guard: and(['hasHistory', 'looksAtSomething']),
                target: 'replaying',
                actions: ['forgetReplay', 'forgetRefusal'],
              },
              closed: '#cloud-monitor-condition.closed',
            },
          },
          settings: {
            meta: { screen: 'settings' },
            on: {
              'step.changed': { guard: { type: 'changes', params: { screen: 'settings' } }, actions: 'keepChange' },
              'step.submitted': {
                guard: { type: 'submits', params: { screen: 'settings' } },
                target: 'condition',
                actions: ['keepAnswers', 'forgetReplay'],
              },
              back: { target: 'condition', actions: 'undoSettings' },
            },
          },
          replaying: {
            meta: { screen: 'condition', busy: true },
            invoke: {
              id: 'replay',
              src: 'replayCondition',
              input: ({ context }) => replayInput(context),
              onDone: { target: 'condition', actions: 'takeReplay' },
              onError: { target: 'condition', actions: 'keepReplayRefusal' },
            },
            on: { closed: '#cloud-monitor-condition.closed' },
          },
        },
      },
      kept: {
        type: 'final',
        output: ({ context }): FlowOutput => ({
          outcome: 'finished',
          reply: merged(context, ['settings', 'condition']),
        }),
      },
      closed: { type: 'final', output: { outcome: 'closed' } satisfies FlowOutput },
    },
  });
