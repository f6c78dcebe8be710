import { assign } from 'xstate';
import { answersOf, beginning, show } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { FlowContext, FlowOutput, ShownData } from '#engine/flow/flow.ts';
import { effectKey } from '#engine/flow/refusal.ts';
import { stepSetup } from '#engine/flow/step-machine.ts';
import { formStep } from '#engine/flow/step-states.ts';

export function stepsOf({ passed }: FlowContext): string[] {
  return passed.includes('password') ? ['password', 'code'] : ['password'];
}

export const signInMachine = stepSetup(['signIn', 'confirmSignIn'], {
  steps: stepsOf,
  refusedField: { INCORRECT_MFA_CODE: '/code' },
})
  .extend({
    actions: {
      // The password has done its work: it is neither kept in memory nor missed when the page is loaded again.
      forgetPassword: assign(({ context }) => ({
        answers: { ...context.answers, password: { email: answersOf(context, 'sign-in/password').email } },
      })),
      forgetCode: assign(({ context }) => ({
        answers: Object.fromEntries(Object.entries(context.answers).filter(([screen]) => screen !== 'code')),
      })),
      startOver: assign({ passed: [] }),
      // Only now is it known that there is a second step.
      passPassword: assign({ passed: ['password'] }),
      keepReply: assign(({ context, event }) => {
        const { user } = replyIn<Pick<ShownData, 'user'>>(event);
        return show(context, { user });
      }),
    },
  })
  .createMachine({
    id: 'sign-in',
    context: ({ input }) => beginning(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'editing',
    states: {
      editing: {
        initial: 'password',
        on: { closed: 'closed' },
        states: {
          password: formStep('password', { next: '#sign-in.verifying' }),
          code: formStep('code', {
            next: '#sign-in.confirming',
            back: { target: 'password', actions: ['startOver', 'forgetCode', 'forgetRefusal'] },
          }),
        },
      },
      verifying: {
        meta: { screen: 'password', busy: true },
        entry: 'startOver',
        invoke: {
          id: 'verify',
          src: 'signIn',
          input: ({ context }) => ({ key: effectKey(context, 'signIn'), body: context.answers['password'] }),
          onDone: { target: 'signedIn', actions: ['countAttempt', 'keepReply'] },
          onError: [
            {
              guard: { type: 'refusedFor', params: { codes: ['MFA_REQUIRED'] } },
              target: 'editing.code',
              actions: ['countAttempt', 'forgetCode', 'forgetPassword', 'passPassword'],
            },
            { target: 'editing.password', actions: ['keepRefusal', 'countAttempt'] },
          ],
        },
      },
      confirming: {
        meta: { screen: 'code', busy: true },
        invoke: {
          id: 'confirm',
          src: 'confirmSignIn',
          input: ({ context }) => ({ key: effectKey(context, 'confirmSignIn'), body: context.answers['code'] }),
          onDone: { target: 'signedIn', actions: ['countAttempt', 'keepReply'] },
          onError: [
            {
              guard: { type: 'refusedFor', params: { codes: ['mfa_expired', 'account_disabled'] } },
              target: 'editing.password',
              actions: ['keepRefusal', 'countAttempt', 'startOver', 'forgetCode'],
            },
            { target: 'editing.code', actions: ['keepRefusal', 'countAttempt'] },
          ],
        },
      },
      signedIn: {
        type: 'final',
        output: ({ context }): FlowOutput => ({ outcome: 'finished', reply: context.shown.user }),
      },
      closed: { type: 'final', output: { outcome: 'closed' } satisfies FlowOutput },
    },
  });
