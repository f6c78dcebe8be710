import { assign } from 'xstate';
import { beginning, show } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { FlowContext, FlowInput, FlowOutput, ShownData } from '#engine/flow/flow.ts';
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
  if (owesFactor(context)) return [factorStep(context)];
  return context.passed.includes('password') ? ['password', factorStep(context)] : ['password'];
}

/** `params.owed` is the refusal of the save that waits: `MFA_REQUIRED`, or `PASSWORD_REQUIRED` unless said. */
function owesFactor({ params }: FlowContext): boolean {
  return params['owed'] === 'MFA_REQUIRED';
}

/** `params.methods`: the types of second factors, separated by commas. */
function begin(input: FlowInput): FlowContext {
  const mfaMethods = (input.params?.['methods'] ?? '').split(',').filter(Boolean);
  return { ...beginning(input), shown: { mfaMethods } };
}

const steps = factorSteps('mfa');
/** Without a session the password comes first again, where the person signs in. */
const ended = {
  guard: { type: 'refusedFor', params: { codes: ['mfa_expired', 'account_disabled'] } },
  target: 'editing.password',
  actions: ['keepRefusal', 'countAttempt', 'forgetAnswers'],
} as const;
const refused = ['keepRefusal', 'countAttempt'] as const;
const proven = { target: 'proven', actions: ['countAttempt', 'forgetAnswers', 'keepReply'] } as const;
const closing = { closed: 'closed' } as const;

export const mfaMachine = stepSetup(['provePassword', 'confirmSignIn'], {
  steps: stepsOf,
  refusedField: { incorrect_password: '/password', ...refusedFactor },
})
  .extend({
    guards: {
      owesFactor: ({ context }) => owesFactor(context),
      owesKey: ({ context }) => owesFactor(context) && factorStep(context) === 'security-key',
      asksForKey: ({ event }) => asksForKey(event),
    },
    actions: {
      passPassword: assign({ passed: ['password'] }),
      keepMethods: assign(({ context, event }) => show(context, { mfaMethods: methodsIn(refusalIn(event)) })),
      keepReply: assign(({ context, event }) => {
        const { user } = replyIn<Pick<ShownData, 'user'>>(event);
        return show(context, { user });
      }),
    },
  })
  .createMachine({
    id: 'mfa',
    context: ({ input }) => begin(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'opening',
    states: {
      opening: {
        always: [
          { guard: 'owesKey', target: 'touching' },
          { guard: 'owesFactor', target: 'editing.code' },
          { target: 'editing.password' },
        ],
      },
      editing: {
        initial: 'password',
        on: closing,
        states: {
          password: formStep('password', { next: '#mfa.verifying' }),
          code: steps.code,
          'security-key': steps['security-key'],
        },
      },
      verifying: {
        meta: { screen: 'password', busy: true },
        invoke: {
          id: 'verify',
          src: 'provePassword',
          input: ({ context }) => ({ key: effectKey(context, 'provePassword'), body: context.answers['password'] }),
          onDone: proven,
          onError: [
            {
              guard: 'asksForKey',
              target: 'touching',
              actions: ['countAttempt', 'forgetAnswers', 'passPassword', 'keepMethods'],
            },
            {
              guard: { type: 'refusedFor', params: { codes: ['MFA_REQUIRED'] } },
              target: 'editing.code',
              actions: ['countAttempt', 'forgetAnswers', 'passPassword', 'keepMethods'],
            },
            { target: 'editing.password', actions: refused },
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
          onDone: proven,
          onError: [ended, { target: 'editing.security-key', actions: refused }],
        },
      },
      confirmingInstead: {
        meta: { screen: 'security-key', busy: true },
        invoke: {
          id: 'confirmInstead',
          src: 'confirmSignIn',
          input: factorRequest('security-key'),
          onDone: proven,
          onError: [ended, { target: 'editing.security-key', actions: refused }],
        },
      },
      confirming: {
        meta: { screen: 'code', busy: true },
        invoke: {
          id: 'confirm',
          src: 'confirmSignIn',
          input: factorRequest('code'),
          onDone: proven,
          onError: [ended, { target: 'editing.code', actions: refused }],
        },
      },
      proven: {
        type: 'final',
        output: ({ context }): FlowOutput => ({ outcome: 'finished', reply: context.shown.user, told: true }),
      },
      closed: { type: 'final', output: { outcome: 'closed' } satisfies FlowOutput },
    },
  });
