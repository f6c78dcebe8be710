import { assign } from 'xstate';
import { answersOf, beginning, merged, show } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { EffectInput, FlowContext, FlowOutput, ShownData } from '#engine/flow/flow.ts';
import { effectKey } from '#engine/flow/refusal.ts';
import { stepSetup } from '#engine/flow/step-machine.ts';
import { formStep, refusalsTo, stepChoices } from '#engine/flow/step-states.ts';
import manifest from '#schemas/first-run/flow.json';

export function stepsOf(): string[] {
  return ['account', 'division'];
}

function setUpInput(context: FlowContext): EffectInput {
  const { email, password, firstName, lastName, divisionName } = merged(context, ['account', 'division']);
  const body = { token: context.params['token'] ?? '', email, password, firstName, lastName, divisionName };
  return { key: effectKey(context, 'setUp'), body };
}

export const firstRunMachine = stepSetup(['readSetup', 'setUp'], {
  steps: stepsOf,
  needs: manifest.needs,
  refusedField: { password_too_weak: '/password' },
})
  .extend({
    guards: { hasNoToken: ({ context }) => (context.params['token'] ?? '') === '' },
    actions: {
      nameIt: assign(({ context }) => ({
        words: {
          ...context.words,
          divisionName: answersOf(context, 'first-run/division').divisionName ?? '',
          firstName: answersOf(context, 'first-run/account').firstName ?? '',
        },
      })),
      keepReply: assign(({ context, event }) => {
        const { user } = replyIn<Pick<ShownData, 'user'>>(event);
        return show(context, { user });
      }),
    },
  })
  .createMachine({
    id: 'first-run',
    context: ({ input }) => beginning(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'checking',
    states: {
      checking: {
        meta: { screen: 'checking', busy: true },
        invoke: {
          id: 'check',
          src: 'readSetup',
          input: {},
          onDone: [{ guard: 'hasNoToken', target: 'linkIncomplete' }, { target: 'editing' }],
          onError: [
            { guard: { type: 'refusedFor', params: { codes: ['not_found'] } }, target: 'alreadySetUp' },
            { target: 'checkFailed', actions: ['keepRefusal', 'sayReason'] },
          ],
        },
      },
      checkFailed: {
        meta: { screen: 'check-failed' },
        on: { retried: { target: 'checking', actions: 'forgetRefusal' } },
      },
      linkIncomplete: { meta: { screen: 'link-incomplete' }, on: { retried: 'checking' } },
      alreadySetUp: { meta: { screen: 'already-set-up' }, on: { confirmed: 'signingIn' } },
      editing: {
        initial: 'account',
        on: { 'step.chosen': stepChoices(['account', 'division'])['step.chosen'] },
        states: {
          account: formStep('account', { next: 'division' }),
          division: formStep('division', { next: '#first-run.creating', back: 'account' }),
        },
      },
      creating: {
        meta: { screen: 'creating', busy: true },
        entry: 'nameIt',
        invoke: {
          id: 'create',
          src: 'setUp',
          input: ({ context }) => setUpInput(context),
          onDone: { target: 'created', actions: ['countAttempt', 'keepReply', 'forgetAnswers'] },
          onError: [
            {
              guard: { type: 'refusedFor', params: { codes: ['setup_token_incorrect'] } },
              target: 'linkWrong',
              actions: ['sayReason', 'countAttempt'],
            },
            { guard: { type: 'refusedFor', params: { codes: ['not_found'] } }, target: 'alreadySetUp' },
            ...refusalsTo(['account'], 'division'),
          ],
        },
      },
      linkWrong: { meta: { screen: 'link-wrong' }, on: { retried: 'creating', back: 'editing.division' } },
      created: { meta: { screen: 'created', over: true }, on: { confirmed: 'finished' } },
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
