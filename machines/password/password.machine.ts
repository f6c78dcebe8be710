import { beginning } from '#engine/flow/answers.ts';
import type { EffectInput, FlowContext, FlowOutput } from '#engine/flow/flow.ts';
import { effectKey } from '#engine/flow/refusal.ts';
import { stepSetup } from '#engine/flow/step-machine.ts';
import { endStates, formStep, refusalsTo } from '#engine/flow/step-states.ts';

export function stepsOf(): string[] {
  return ['change'];
}

function changeInput(context: FlowContext): EffectInput {
  const { currentPassword, newPassword } = context.answers['change'] ?? {};
  return { key: effectKey(context, 'changePassword'), body: { currentPassword, newPassword } };
}

export const passwordMachine = stepSetup(['changePassword'], {
  steps: stepsOf,
  refusedField: { incorrect_password: '/currentPassword', password_too_weak: '/newPassword' },
}).createMachine({
  id: 'password',
  context: ({ input }) => beginning(input),
  output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
  initial: 'editing',
  states: {
    editing: {
      initial: 'change',
      on: { closed: 'closed' },
      states: { change: formStep('change', { next: '#password.changing' }) },
    },
    changing: {
      meta: { screen: 'change', busy: true },
      invoke: {
        id: 'change',
        src: 'changePassword',
        input: ({ context }) => changeInput(context),
        onDone: { target: 'finished', actions: ['countAttempt', 'forgetAnswers'] },
        onError: refusalsTo([], 'change'),
      },
    },
    ...endStates,
  },
});
