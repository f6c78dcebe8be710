import { assign } from 'xstate';
import { beginning, show } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { FlowOutput, ShownData } from '#engine/flow/flow.ts';
import { effectKey } from '#engine/flow/refusal.ts';
import { stepSetup } from '#engine/flow/step-machine.ts';
import { formStep } from '#engine/flow/step-states.ts';

export function stepsOf(): string[] {
  return ['password', 'code'];
}

export const totpMachine = stepSetup(['beginTotp', 'confirmTotp'], {
  steps: stepsOf,
  refusedField: { incorrect_password: '/password', INCORRECT_MFA_CODE: '/code' },
})
  .extend({
    actions: {
      startOver: assign({ answers: {}, passed: [], shown: {} }),
      // `secret`, `uri` and `qrSvg`: shown while the code is asked for, and never kept.
      showEnrolment: assign(({ context, event }) =>
        show(context, { enrolment: replyIn<ShownData['enrolment']>(event) }),
      ),
      showRecoveryCodes: assign(({ event }) => {
        const { recoveryCodes } = replyIn<Pick<ShownData, 'recoveryCodes'>>(event);
        return { shown: { recoveryCodes } };
      }),
    },
  })
  .createMachine({
    id: 'totp',
    context: ({ input }) => beginning(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'editing',
    states: {
      editing: {
        initial: 'password',
        on: { closed: 'closed' },
        states: {
          password: formStep('password', { next: '#totp.beginning' }),
          code: formStep('code', {
            next: '#totp.confirming',
            back: { target: 'password', actions: ['startOver', 'forgetRefusal'] },
          }),
        },
      },
      beginning: {
        meta: { screen: 'password', busy: true },
        invoke: {
          id: 'begin',
          src: 'beginTotp',
          input: ({ context }) => ({ key: effectKey(context, 'beginTotp'), body: context.answers['password'] }),
          onDone: { target: 'editing.code', actions: ['countAttempt', 'showEnrolment', 'forgetAnswers'] },
          onError: [
            {
              guard: { type: 'refusedFor', params: { codes: ['totp_already_enabled'] } },
              target: 'alreadyEnabled',
              actions: 'startOver',
            },
            { target: 'editing.password', actions: ['keepRefusal', 'countAttempt'] },
          ],
        },
      },
      confirming: {
        meta: { screen: 'code', busy: true },
        invoke: {
          id: 'confirm',
          src: 'confirmTotp',
          input: ({ context }) => ({ key: effectKey(context, 'confirmTotp'), body: context.answers['code'] }),
          onDone: { target: 'enabled', actions: ['countAttempt', 'forgetAnswers', 'showRecoveryCodes'] },
          onError: [
            {
              guard: { type: 'refusedFor', params: { codes: ['totp_already_enabled'] } },
              target: 'alreadyEnabled',
              actions: 'startOver',
            },
            // The enrolment ran out: only a new one helps.
            {
              guard: { type: 'refusedFor', params: { codes: ['totp_not_enabled'] } },
              target: 'editing.password',
              actions: ['startOver', 'keepRefusal', 'countAttempt'],
            },
            { target: 'editing.code', actions: ['keepRefusal', 'countAttempt'] },
          ],
        },
      },
      alreadyEnabled: { meta: { screen: 'already-enabled' }, on: { confirmed: 'closed', closed: 'closed' } },
      enabled: { meta: { screen: 'recovery-codes', over: true }, on: { confirmed: 'finished' } },
      finished: { type: 'final', output: { outcome: 'finished' } satisfies FlowOutput },
      closed: { type: 'final', output: { outcome: 'closed' } satisfies FlowOutput },
    },
  });
