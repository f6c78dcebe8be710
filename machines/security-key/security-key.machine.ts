import { assign } from 'xstate';
import { beginning } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { FlowOutput, ShownData } from '#engine/flow/flow.ts';
import { effectKey } from '#engine/flow/refusal.ts';
import { stepSetup } from '#engine/flow/step-machine.ts';
import { formStep } from '#engine/flow/step-states.ts';

export function stepsOf(): string[] {
  return ['name'];
}

type Codes = Pick<ShownData, 'recoveryCodes'>;

export const securityKeyMachine = stepSetup(['addSecurityKey'], { steps: stepsOf })
  .extend({
    guards: { bringsCodes: ({ event }) => (replyIn<Codes>(event).recoveryCodes?.length ?? 0) > 0 },
    actions: {
      showRecoveryCodes: assign(({ event }) => {
        const { recoveryCodes } = replyIn<Codes>(event);
        return { shown: { recoveryCodes } };
      }),
    },
  })
  .createMachine({
    id: 'security-key',
    context: ({ input }) => beginning(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'editing',
    states: {
      editing: {
        initial: 'name',
        on: { closed: 'closed' },
        states: { name: formStep('name', { next: '#security-key.adding' }) },
      },
      adding: {
        meta: { screen: 'name', busy: true },
        invoke: {
          id: 'add',
          src: 'addSecurityKey',
          // The effect fills in what the browser says.
          input: ({ context }) => ({
            key: effectKey(context, 'addSecurityKey'),
            body: { ...context.answers['name'], response: '' },
          }),
          onDone: [
            { guard: 'bringsCodes', target: 'added', actions: ['countAttempt', 'forgetAnswers', 'showRecoveryCodes'] },
            { target: 'finished', actions: 'countAttempt' },
          ],
          onError: { target: 'editing.name', actions: ['keepRefusal', 'countAttempt'] },
        },
      },
      added: { meta: { screen: 'recovery-codes', over: true }, on: { confirmed: 'finished' } },
      finished: { type: 'final', output: { outcome: 'finished' } satisfies FlowOutput },
      closed: { type: 'final', output: { outcome: 'closed' } satisfies FlowOutput },
    },
  });
