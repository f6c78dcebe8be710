import { beginning } from '#engine/flow/answers.ts';
import type { FlowContext, FlowInput, FlowOutput } from '#engine/flow/flow.ts';
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

const proven = { target: 'proven', actions: ['countAttempt', 'forgetAnswers', 'keepReply'] } as const;
const closing = { closed: '#mfa.closed' } as const;
const password = formStep('password', { next: '#mfa.verifying' });

export const mfaMachine = stepSetup(['provePassword', 'confirmSignIn', 'sendTextCode'], {
  steps: stepsOf,
  refusedField: { incorrect_password: '/password', ...refusedFactor },
})
  .extend({
    guards: {
      ...factorGuards,
      owesFactor: ({ context }) => owesFactor(context),
      owes: ({ context }, { step }: { step: string }) => owesFactor(context) && factorStep(context) === step,
    },
    actions: factorActions,
  })
  .createMachine({
    id: 'mfa',
    context: ({ input }) => begin(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'opening',
    states: {
      opening: {
        always: [
          { guard: { type: 'owes', params: { step: 'security-key' } }, target: 'touching' },
          { guard: { type: 'owes', params: { step: 'text-message' } }, target: 'editing.text-message' },
          { guard: 'owesFactor', target: 'editing.code' },
          { target: 'editing.password' },
        ],
      },
      editing: {
        initial: 'password',
        states: {
          password: { meta: password.meta, on: { ...password.on, ...closing } },
          ...factorSteps('mfa', { also: closing }),
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
            ...factorWays(['countAttempt', 'forgetAnswers', 'passPassword', 'keepMethods']),
            { target: 'editing.password', actions: ['keepRefusal', 'countAttempt'] },
          ],
        },
      },
      // Without a session the password comes first again, where the person signs in.
      ...factorStates({ proven, again: ['keepRefusal', 'countAttempt', 'forgetAnswers'] }),
      proven: {
        type: 'final',
        output: ({ context }): FlowOutput => ({ outcome: 'finished', reply: context.shown.user, told: true }),
      },
      closed: { type: 'final', output: { outcome: 'closed' } satisfies FlowOutput },
    },
  });
