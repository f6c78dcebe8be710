import { assign } from 'xstate';
import { answersOf, beginning, show } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { EffectInput, FlowContext, FlowOutput, ShownData } from '#engine/flow/flow.ts';
import { effectKey } from '#engine/flow/refusal.ts';
import { stepSetup } from '#engine/flow/step-machine.ts';
import { formStep } from '#engine/flow/step-states.ts';

export function stepsOf(): string[] {
  return ['password'];
}

function activateInput(context: FlowContext): EffectInput {
  const body = { token: context.params['token'] ?? '', password: answersOf(context, 'activation/password').password };
  return { key: effectKey(context, 'activate'), body };
}

export const activationMachine = stepSetup(['activate'], {
  steps: stepsOf,
  refusedField: { password_too_weak: '/password' },
})
  .extend({
    guards: { hasNoToken: ({ context }) => (context.params['token'] ?? '') === '' },
    actions: {
      keepReply: assign(({ context, event }) => {
        const { user } = replyIn<Pick<ShownData, 'user'>>(event);
        return show(context, { user });
      }),
    },
  })
  .createMachine({
    id: 'activation',
    context: ({ input }) => beginning(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'opening',
    states: {
      opening: { always: [{ guard: 'hasNoToken', target: 'linkWrong' }, { target: 'editing' }] },
      editing: {
        initial: 'password',
        states: { password: formStep('password', { next: '#activation.activating' }) },
      },
      activating: {
        meta: { screen: 'password', busy: true },
        invoke: {
          id: 'activate',
          src: 'activate',
          input: ({ context }) => activateInput(context),
          onDone: { target: 'activated', actions: ['countAttempt', 'keepReply', 'forgetAnswers'] },
          onError: [
            {
              guard: { type: 'refusedFor', params: { codes: ['activation_link_incorrect'] } },
              target: 'linkWrong',
              actions: ['countAttempt', 'forgetAnswers'],
            },
            { target: 'editing.password', actions: ['keepRefusal', 'countAttempt'] },
          ],
        },
      },
      linkWrong: { meta: { screen: 'link-wrong' }, on: { confirmed: 'signingIn' } },
      activated: { meta: { screen: 'activated', over: true }, on: { confirmed: 'finished' } },
      finished: {
        type: 'final',
        output: ({ context }): FlowOutput => ({
          outcome: 'finished',
          next: '/systemDashboard/overview',
          reply: context.shown.user,
        }),
      },
      signingIn: { type: 'final', output: { outcome: 'finished', next: '/sign-in' } satisfies FlowOutput },
    },
  });
