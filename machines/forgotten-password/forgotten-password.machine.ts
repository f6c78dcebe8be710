import { assign } from 'xstate';
import { answersOf, beginning } from '#engine/flow/answers.ts';
import type { EffectInput, FlowContext, FlowOutput } from '#engine/flow/flow.ts';
import { effectKey } from '#engine/flow/refusal.ts';
import { stepSetup } from '#engine/flow/step-machine.ts';
import { formStep } from '#engine/flow/step-states.ts';

const tokenOf = ({ params }: FlowContext): string => params['token'] ?? '';

/** Without a token it asks where to send the link; the link brings one. */
export function stepsOf(context: FlowContext): string[] {
  return tokenOf(context) === '' ? ['email'] : ['password'];
}

function resetInput(context: FlowContext): EffectInput {
  const body = { token: tokenOf(context), password: answersOf(context, 'forgotten-password/password').password };
  return { key: effectKey(context, 'resetPassword'), body };
}

export const forgottenPasswordMachine = stepSetup(['requestPasswordReset', 'resetPassword'], {
  steps: stepsOf,
  refusedField: { password_too_weak: '/password' },
})
  .extend({
    guards: { hasToken: ({ context }) => tokenOf(context) !== '' },
    actions: {
      nameIt: assign(({ context }) => ({
        words: { ...context.words, email: answersOf(context, 'forgotten-password/email').email ?? '' },
      })),
      dropToken: assign(({ context }) => ({ params: { ...context.params, token: '' } })),
    },
  })
  .createMachine({
    id: 'forgotten-password',
    context: ({ input }) => beginning(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'opening',
    states: {
      opening: {
        always: [{ guard: 'hasToken', target: 'editing.password' }, { target: 'editing.email' }],
      },
      editing: {
        initial: 'email',
        on: { closed: 'signingIn' },
        states: {
          email: formStep('email', { next: '#forgotten-password.requesting' }),
          password: formStep('password', { next: '#forgotten-password.resetting' }),
        },
      },
      requesting: {
        meta: { screen: 'email', busy: true },
        entry: 'nameIt',
        invoke: {
          id: 'request',
          src: 'requestPasswordReset',
          input: ({ context }) => ({
            key: effectKey(context, 'requestPasswordReset'),
            body: context.answers['email'],
          }),
          onDone: { target: 'sent', actions: 'countAttempt' },
          onError: [
            {
              guard: { type: 'refusedFor', params: { codes: ['mail_not_configured'] } },
              target: 'noMail',
              actions: 'countAttempt',
            },
            { target: 'editing.email', actions: ['keepRefusal', 'countAttempt'] },
          ],
        },
      },
      sent: { meta: { screen: 'sent', over: true }, on: { confirmed: 'signingIn' } },
      noMail: { meta: { screen: 'no-mail', over: true }, on: { confirmed: 'signingIn' } },
      resetting: {
        meta: { screen: 'password', busy: true },
        invoke: {
          id: 'reset',
          src: 'resetPassword',
          input: ({ context }) => resetInput(context),
          onDone: { target: 'changed', actions: ['countAttempt', 'forgetAnswers'] },
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
      linkWrong: {
        meta: { screen: 'link-wrong' },
        on: { confirmed: { target: 'editing.email', actions: 'dropToken' } },
      },
      changed: { meta: { screen: 'changed', over: true }, on: { confirmed: 'signingIn' } },
      signingIn: { type: 'final', output: { outcome: 'finished', next: '/sign-in' } satisfies FlowOutput },
    },
  });
