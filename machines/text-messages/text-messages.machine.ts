import { assign } from 'xstate';
import { beginning, show } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { EffectInput, FlowContext, FlowOutput, ShownData } from '#engine/flow/flow.ts';
import { effectKey } from '#engine/flow/refusal.ts';
import { stepSetup } from '#engine/flow/step-machine.ts';
import { formStep } from '#engine/flow/step-states.ts';

export function stepsOf(): string[] {
  return ['phone', 'code'];
}

type Codes = Pick<ShownData, 'recoveryCodes'>;

const sending = {
  src: 'beginTextPhone',
  input: ({ context }: { context: FlowContext }): EffectInput => ({
    key: effectKey(context, 'beginTextPhone'),
    body: context.answers['phone'],
  }),
  onDone: { target: 'editing.code', actions: ['countAttempt', 'forgetCode', 'keepSent'] },
} as const;

export const textMessagesMachine = stepSetup(['beginTextPhone', 'confirmTextPhone'], {
  steps: stepsOf,
  refusedField: { INCORRECT_MFA_CODE: '/code' },
})
  .extend({
    guards: {
      bringsCodes: ({ event }) => (replyIn<Codes>(event).recoveryCodes?.length ?? 0) > 0,
      refusedPhone: ({ event }) =>
        Object.hasOwn((event as { error?: { fields?: object } }).error?.fields ?? {}, '/phone'),
    },
    actions: {
      forgetCode: assign(({ context }) => ({
        answers: Object.fromEntries(Object.entries(context.answers).filter(([screen]) => screen === 'phone')),
      })),
      keepSent: assign(({ context, event }) => show(context, { sentCode: replyIn<ShownData['sentCode']>(event) })),
      showRecoveryCodes: assign(({ event }) => {
        const { recoveryCodes } = replyIn<Codes>(event);
        return { shown: { recoveryCodes } };
      }),
    },
  })
  .createMachine({
    id: 'text-messages',
    context: ({ input }) => beginning(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'editing',
    states: {
      editing: {
        initial: 'phone',
        on: { closed: 'closed' },
        states: {
          phone: formStep('phone', { next: '#text-messages.sending' }),
          code: {
            meta: { screen: 'code' },
            on: {
              ...formStep('code', {
                next: '#text-messages.confirming',
                back: { target: 'phone', actions: ['forgetCode', 'forgetRefusal'] },
              }).on,
              'text.requested': { target: '#text-messages.resending', actions: 'forgetRefusal' },
            },
          },
        },
      },
      sending: {
        meta: { screen: 'phone', busy: true },
        invoke: {
          id: 'send',
          ...sending,
          onError: { target: 'editing.phone', actions: ['keepRefusal', 'countAttempt'] },
        },
      },
      resending: {
        meta: { screen: 'code', busy: true },
        invoke: {
          id: 'resend',
          ...sending,
          onError: [
            { guard: 'refusedPhone', target: 'editing.phone', actions: ['keepRefusal', 'countAttempt'] },
            { target: 'editing.code', actions: ['keepRefusal', 'countAttempt'] },
          ],
        },
      },
      confirming: {
        meta: { screen: 'code', busy: true },
        invoke: {
          id: 'confirm',
          src: 'confirmTextPhone',
          input: ({ context }) => ({ key: effectKey(context, 'confirmTextPhone'), body: context.answers['code'] }),
          onDone: [
            {
              guard: 'bringsCodes',
              target: 'enabled',
              actions: ['countAttempt', 'forgetAnswers', 'showRecoveryCodes'],
            },
            { target: 'finished', actions: 'countAttempt' },
          ],
          onError: { target: 'editing.code', actions: ['keepRefusal', 'countAttempt'] },
        },
      },
      enabled: { meta: { screen: 'recovery-codes', over: true }, on: { confirmed: 'finished' } },
      finished: { type: 'final', output: { outcome: 'finished' } satisfies FlowOutput },
      closed: { type: 'final', output: { outcome: 'closed' } satisfies FlowOutput },
    },
  });
