import { and, assign } from 'xstate';
import { beginning, forgetShown, merged, show } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type {
  Answers,
  EffectInput,
  FlowContext,
  FlowInput,
  FlowOutput,
  Refusal,
  ShownData,
} from '#engine/flow/flow.ts';
import { fieldInScreen } from '#engine/flow/mapped-pointers.ts';
import { buildRequest } from '#engine/flow/mapping.ts';
import { stepSetup } from '#engine/flow/step-machine.ts';
import { manifest } from '#schemas/cloud-monitor-condition/manifest.ts';

interface ConditionContext extends FlowContext {
  /** The settings as they were when their own screen was opened. */
  before?: { settings: Answers; held: boolean };
}

const { needs } = manifest;

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

function replayInput(context: FlowContext): EffectInput {
  return { body: { id: Number(context.subject), ...buildRequest(manifest, 'replayCondition', context) } };
}

/** One condition of a cloud monitor: what it looks at, in a screen of its own, and what follows from it (F08-47 … F08-54). */
export const conditionMachine = stepSetup(['replayCondition'], {
  steps: () => ['condition'],
  needs,
  fieldOf: (pointer, answers) => fieldInScreen(manifest, 'replayCondition', pointer, answers),
})
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
        ...show(context, { replay: replyIn<ShownData['replay']>(event) }),
        refusal: undefined,
      })),
      forgetReplay: assign(({ context }) => forgetShown(context, 'replay')),
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
              onError: { target: 'condition', actions: 'keepRefusal' },
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
