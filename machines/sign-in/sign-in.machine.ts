import { assign } from 'xstate';
import { answersOf, beginning } from '#engine/flow/answers.ts';
import type { FlowContext, FlowOutput } from '#engine/flow/flow.ts';
import { effectKey } from '#engine/flow/refusal.ts';
import { stepSetup } from '#engine/flow/step-machine.ts';
import { formStep } from '#engine/flow/step-states.ts';
import {
  factorActions,
  factorGuards,
  factorStates,
  factorStep,
  factorSteps,
  factorWays,
  refusedFactor,
} from '../shared/second-factor.ts';

export function stepsOf(context: FlowContext): string[] {
  return context.passed.includes('password') ? ['password', factorStep(context)] : ['password'];
}

const steps = factorSteps('sign-in', {
  back: { target: '#sign-in.editing.password', actions: ['startOver', 'forgetCode', 'forgetRefusal'] },
});
const signedIn = { target: 'signedIn', actions: ['countAttempt', 'keepReply'] } as const;

export const signInMachine = stepSetup(['signIn', 'confirmSignIn', 'sendTextCode'], {
  steps: stepsOf,
  refusedField: refusedFactor,
})
  .extend({
    guards: factorGuards,
    actions: {
      ...factorActions,
      // The password has done its work: it is neither kept in memory nor missed when the page is loaded again.
      forgetPassword: assign(({ context }) => ({
        answers: { ...context.answers, password: { email: answersOf(context, 'sign-in/password').email } },
      })),
      forgetCode: assign(({ context }) => ({
        answers: Object.fromEntries(Object.entries(context.answers).filter(([screen]) => screen === 'password')),
      })),
      startOver: assign({ passed: [] }),
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
          ...steps,
        },
      },
      verifying: {
        meta: { screen: 'password', busy: true },
        entry: 'startOver',
        invoke: {
          id: 'verify',
          src: 'signIn',
          input: ({ context }) => ({ key: effectKey(context, 'signIn'), body: context.answers['password'] }),
          onDone: signedIn,
          onError: [
            // Only now is it known that there is a second step.
            ...factorWays(['countAttempt', 'forgetPassword', 'passPassword', 'keepMethods']),
            { target: 'editing.password', actions: ['keepRefusal', 'countAttempt'] },
          ],
        },
      },
      // The password comes first again.
      ...factorStates({ proven: signedIn, again: ['keepRefusal', 'countAttempt', 'startOver', 'forgetCode'] }),
      signedIn: {
        type: 'final',
        output: ({ context }): FlowOutput => ({ outcome: 'finished', reply: context.shown.user }),
      },
      closed: { type: 'final', output: { outcome: 'closed' } satisfies FlowOutput },
    },
  });
