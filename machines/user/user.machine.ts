import { assign } from 'xstate';
import { beginning, submits, submitted } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { FlowContext, FlowOutput } from '#engine/flow/flow.ts';
import { editsOf } from '#engine/flow/edits.ts';
import { stepSetup } from '#engine/flow/step-machine.ts';
import {
  confirmStep,
  endStates,
  formStep,
  outcome,
  readingStates,
  refusalsTo,
  sendingStates,
  stepChoices,
  readState,
} from '#engine/flow/step-states.ts';
import manifest from '#schemas/user/flow.json';
import { answersOf, copiedAnswers, userRequest } from './user-request.ts';

export function stepsOf({ answers }: FlowContext): string[] {
  return ['person', ...(answers['person']?.['sysadmin'] === true ? [] : ['permissions']), 'confirm'];
}

const refusals = refusalsTo(['person', 'permissions']);

export const userMachine = stepSetup(['readUser', 'addUser', 'saveUser'], {
  steps: stepsOf,
  needs: manifest.needs,
  edits: editsOf(answersOf),
  refusedField: { EMAIL_ALREADY_IN_USE: '/email', last_sysadmin: '/sysadmin' },
})
  .extend({
    guards: {
      readsFirst: ({ context }) => context.mode === 'EDIT' || context.copyOf !== undefined,
      isSysadmin: ({ context }) => context.answers['person']?.['sysadmin'] === true,
      submitsSysadmin: ({ event }) => submits(event, 'person') && submitted(event)['sysadmin'] === true,
    },
    actions: {
      takeCopied: assign(({ event }) => ({ answers: copiedAnswers(replyIn(event)) })),
      nameIt: assign(({ context }) => {
        const { firstName, lastName, email } = context.answers['person'] ?? {};
        return { words: { ...context.words, name: `${String(firstName)} ${String(lastName)}`, email: String(email) } };
      }),
      keepReply: assign(({ context, event }) => {
        const { appuser, activationLink } = replyIn(event);
        return {
          shown: { ...context.shown, saved: appuser, ...(activationLink === undefined ? {} : { activationLink }) },
        };
      }),
    },
  })
  .createMachine({
    id: 'user',
    context: ({ input }) => beginning(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'opening',
    states: {
      opening: { always: [{ guard: 'readsFirst', target: 'loading' }, { target: 'editing' }] },
      ...readingStates('readUser', {
        of: ({ subject, copyOf }) => subject ?? copyOf ?? '',
        onDone: [
          { guard: 'isEdit', target: 'editing', actions: ['takeStored', 'passStored'] },
          { target: 'editing', actions: 'takeCopied' },
        ],
      }),
      editing: {
        initial: 'person',
        on: stepChoices(['person', 'permissions', 'confirm']),
        states: {
          person: formStep('person', {
            next: 'permissions',
            unless: [{ guard: 'submitsSysadmin', target: 'confirm' }],
          }),
          permissions: formStep('permissions', { next: 'confirm', back: 'person' }),
          confirm: confirmStep({
            machine: 'user',
            back: [{ guard: 'isSysadmin', target: 'person' }, { target: 'permissions' }],
          }),
        },
      },
      ...sendingStates(
        { add: 'addUser', save: 'saveUser' },
        { body: userRequest, onDone: { add: 'added', save: 'finished' }, refusals },
      ),
      added: outcome('added'),
      ...readState,
      ...endStates,
    },
  });
