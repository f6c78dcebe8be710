import { assign } from 'xstate';
import { answersOf, beginning, show } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { FlowContext, FlowOutput, ShownData } from '#engine/flow/flow.ts';
import { effectKey, refusalIn } from '#engine/flow/refusal.ts';
import { stepSetup } from '#engine/flow/step-machine.ts';
import { formStep } from '#engine/flow/step-states.ts';
import {
  asksForKey,
  factorRequest,
  factorStep,
  factorSteps,
  methodsIn,
  refusedFactor,
} from '../shared/second-factor.ts';

export function stepsOf(context: FlowContext): string[] {
  return context.passed.includes('password') ? ['password', factorStep(context)] : ['password'];
}

const steps = factorSteps('sign-in', {
  target: '#sign-in.editing.password',
  actions: ['startOver', 'forgetCode', 'forgetRefusal'],
});
const asksFactor = ['countAttempt', 'forgetCode', 'forgetPassword', 'passPassword', 'keepMethods'] as const;
const refused = ['keepRefusal', 'countAttempt'] as const;
/** The password comes first again. */
const ended = {
  guard: { type: 'refusedFor', params: { codes: ['mfa_expired', 'account_disabled'] } },
  target: 'editing.password',
  actions: [...refused, 'startOver', 'forgetCode'],
} as const;

export const signInMachine = stepSetup(['signIn', 'confirmSignIn'], {
  steps: stepsOf,
  refusedField: refusedFactor,
})
  .extend({
    guards: { asksForKey: ({ event }) => asksForKey(event) },
    actions: {
      // The password has done its work: it is neither kept in memory nor missed when the page is loaded again.
      forgetPassword: assign(({ context }) => ({
        answers: { ...context.answers, password: { email: answersOf(context, 'sign-in/password').email } },
      })),
      forgetCode: assign(({ context }) => ({
        answers: Object.fromEntries(Object.entries(context.answers).filter(([screen]) => screen === 'password')),
      })),
      startOver: assign({ passed: [] }),
      // Only now is it known that there is a second step.
      passPassword: assign({ passed: ['password'] }),
      keepMethods: assign(({ context, event }) => show(context, { mfaMethods: methodsIn(refusalIn(event)) })),
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
          code: steps.code,
          'security-key': steps['security-key'],
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
            { guard: 'asksForKey', target: 'touching', actions: asksFactor },
            {
              guard: { type: 'refusedFor', params: { codes: ['MFA_REQUIRED'] } },
              target: 'editing.code',
              actions: asksFactor,
            },
            { target: 'editing.password', actions: ['keepRefusal', 'countAttempt'] },
          ],
        },
      },
      touching: {
        // The browser asks; whoever cancels there may enter a code.
        meta: { screen: 'security-key', busy: true },
        invoke: {
          id: 'touch',
          src: 'confirmSignIn',
          input: factorRequest('touching'),
          onDone: { target: 'signedIn', actions: ['countAttempt', 'keepReply'] },
          onError: [ended, { target: 'editing.security-key', actions: refused }],
        },
      },
      confirmingInstead: {
        meta: { screen: 'security-key', busy: true },
        invoke: {
          id: 'confirmInstead',
          src: 'confirmSignIn',
          input: factorRequest('security-key'),
          onDone: { target: 'signedIn', actions: ['countAttempt', 'keepReply'] },
          onError: [ended, { target: 'editing.security-key', actions: refused }],
        },
      },
      confirming: {
        meta: { screen: 'code', busy: true },
        invoke: {
          id: 'confirm',
          src: 'confirmSignIn',
          input: factorRequest('code'),
          onDone: { target: 'signedIn', actions: ['countAttempt', 'keepReply'] },
          onError: [ended, { target: 'editing.code', actions: refused }],
        },
      },
      signedIn: {
        type: 'final',
        output: ({ context }): FlowOutput => ({ outcome: 'finished', reply: context.shown.user }),
      },
      closed: { type: 'final', output: { outcome: 'closed' } satisfies FlowOutput },
    },
  });
