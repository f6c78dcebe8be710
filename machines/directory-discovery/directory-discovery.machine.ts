import type { Static } from 'typebox';
import { and, assign } from 'xstate';
import type { directoryRead } from '#api/contract/agent-methods/directory.ts';
import { beginning, forgetShown, show } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { EffectInput, FlowContext, FlowOutput } from '#engine/flow/flow.ts';
import { jobState } from '#engine/flow/job-state.ts';
import { effectKey, keepRefusal, stepOfField } from '#engine/flow/refusal.ts';
import manifest from '#schemas/directory-discovery/flow.json';
import { testedForm, testedSetup } from '../shared/tested-form.ts';
import {
  add,
  checkRequest,
  fieldOfJob,
  isEditOf,
  isRunOf,
  isScheduled,
  jobRequest,
  refusedField,
  save,
  secondStep,
  stepOfRefusal,
  stepsOf,
} from './job.ts';
import { counted, refusalOf, wordsOf, type Applied, type Validation } from './words.ts';

type Reading = Partial<Static<typeof directoryRead.result>>;

declare module '#engine/flow/flow.ts' {
  interface ShownData {
    /** What the latest reading of the directory said. */
    reading: Reading;
    /** What the domain controller said of the credential, and in which run. */
    validation: Validation;
    validationRun: string;
    /** The organization whose computers were decided about. */
    clientId: number;
  }
}

export const read = 'readDirectory';
export const validate = 'validateDirectoryCredential';

function directoryOf({ answers }: FlowContext) {
  return answers['directory'] ?? {};
}

const machine = '#directory-discovery';
// F04-31, F04-32
const directoryForm = testedForm({
  screen: 'directory',
  forget: 'forgetReading',
  testing: `${machine}.reading`,
  untested: 'directory',
  next: 'computers',
});
// F04-33
const computersForm = testedForm({
  screen: 'computers',
  fields: ['credentialId'],
  forget: 'forgetValidation',
  testing: `${machine}.validating`,
  untested: 'computers',
  next: `${machine}.applying`,
  back: 'directoryRead',
});
const closing = { closed: 'closed' } as const;
const chooses = (screen: string) => ({ type: 'chooses', params: { screen } }) as const;

/** The computers of an organizational unit are read, and a technician decides which get the agent (F04-01). */
export const directoryDiscoveryMachine = testedSetup([read, validate, 'applyDirectoryJob'], {
  steps: stepsOf,
  needs: manifest.needs,
  refusedField,
})
  .extend({
    guards: {
      isRead: ({ context }) =>
        context.shown.reading?.code === 'succeeded' && (context.shown.reading.computers ?? 0) > 0,
      isAboutDirectory: ({ event }) =>
        stepOfField(keepRefusal(event, refusedField).refusal, manifest.needs) === 'directory',
      isValidated: ({ context }) => context.shown.validation?.code === 'succeeded',
    },
    actions: {
      keepReading: assign(({ context, event }) => {
        const reading = replyIn<Reading>(event);
        return {
          ...show(context, { reading }),
          words: { ...context.words, computers: counted(reading.computers ?? 0) },
        };
      }),
      forgetReading: assign(({ context }) => forgetShown(context, 'reading')),
      refuseReading: assign(({ context }) => {
        const { reading = {} } = context.shown;
        const none = { ...reading, message: 'No computers were found in this OU.' };
        return {
          refusal: refusalOf(reading.code === 'succeeded' ? none : reading, '/directoryCredentialId'),
          ...forgetShown(context, 'reading'),
        };
      }),
      keepValidation: assign(({ context, event }) =>
        show(context, {
          validation: replyIn<Validation>(event),
          validationRun: context.shown.runs?.[validate] ?? '',
        }),
      ),
      forgetValidation: assign(({ context }) => forgetShown(context, 'validation')),
      refuseValidation: assign(({ context }) => ({
        refusal: refusalOf(context.shown.validation ?? {}, '/credentialId'),
        ...forgetShown(context, 'validation'),
      })),
      keepApplied: assign(({ context, event }) => {
        const applied = replyIn<Applied>(event);
        return {
          ...show(context, { clientId: applied.clientId ?? 0 }),
          words: { ...context.words, decided: wordsOf(applied) },
        };
      }),
    },
  })
  .createMachine({
    id: 'directory-discovery',
    context: ({ input }) => beginning(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'editing',
    states: {
      editing: {
        initial: 'directory',
        on: {
          'step.chosen': [
            { guard: and(['isRead', chooses('directory')]), target: '.directoryRead' },
            { guard: and(['isRead', chooses('computers')]), target: '.computers' },
          ],
          ...closing,
        },
        states: {
          directory: directoryForm.needed,
          directoryRead: directoryForm.passed,
          computers: computersForm.needed,
          computersValidated: computersForm.passed,
        },
      },
      reading: jobState(read, {
        screen: 'reading',
        request: (context) => ({ key: effectKey(context, read), body: directoryOf(context) }),
        onDone: { target: 'judgingReading', actions: ['keepReading'] },
        onClosed: 'closed',
        unless: [{ guard: 'isUncertain', target: 'lostReading', actions: ['sayReason'] }],
        onRefused: { target: 'editing.directory', actions: ['forgetReading'] },
      }),
      // The same run is attached to: there is no way to other answers while it may go on.
      lostReading: {
        meta: { screen: 'lost' },
        on: { retried: { target: 'reading', actions: 'forgetRefusal' }, ...closing },
      },
      judgingReading: {
        always: [
          { guard: 'isRead', target: 'editing.directoryRead' },
          { target: 'editing.directory', actions: 'refuseReading' },
        ],
      },
      validating: jobState(validate, {
        screen: 'validating',
        request: (context) => {
          const { clientId, domainController, allowPlain } = directoryOf(context);
          const { credentialId } = context.answers['computers'] ?? {};
          return {
            key: effectKey(context, validate),
            body: { clientId, domainController, allowPlain, credentialId },
          };
        },
        onDone: { target: 'judgingValidation', actions: ['keepValidation'] },
        onClosed: 'closed',
        unless: [
          { guard: 'isUncertain', target: 'lostValidation', actions: ['sayReason'] },
          { guard: 'isAboutDirectory', target: 'editing.directory', actions: ['forgetReading'] },
        ],
        onRefused: { target: 'editing.computers', actions: ['forgetValidation'] },
      }),
      lostValidation: {
        meta: { screen: 'lost' },
        on: { retried: { target: 'validating', actions: 'forgetRefusal' }, ...closing },
      },
      judgingValidation: {
        always: [
          { guard: 'isValidated', target: 'editing.computersValidated' },
          { target: 'editing.computers', actions: 'refuseValidation' },
        ],
      },
      applying: {
        meta: { screen: 'applying', busy: true },
        invoke: {
          id: 'apply',
          src: 'applyDirectoryJob',
          input: ({ context }): EffectInput => ({
            key: effectKey(context, 'applyDirectoryJob'),
            params: { id: context.shown.runs?.[read] ?? '' },
            body: { ...context.answers['computers'], test: context.shown.validationRun ?? '' },
          }),
          onDone: { target: 'applied', actions: ['countAttempt', 'keepApplied'] },
          onError: [
            {
              guard: { type: 'refusedFor', params: { codes: ['credential_not_validated'] } },
              target: 'editing.computers',
              actions: ['keepRefusal', 'countAttempt', 'forgetValidation'],
            },
            { target: 'editing.computersValidated', actions: ['keepRefusal', 'countAttempt'] },
          ],
        },
      },
      applied: {
        meta: { screen: 'applied', over: true },
        on: { confirmed: 'opened', closed: 'finished' },
      },
      opened: {
        type: 'final',
        output: ({ context }): FlowOutput => ({
          outcome: 'finished',
          next: `/activeDirectory?client=${context.shown.clientId ?? 0}`,
          told: true,
        }),
      },
      finished: { type: 'final', output: { outcome: 'finished', told: true } satisfies FlowOutput },
      closed: { type: 'final', output: { outcome: 'closed' } satisfies FlowOutput },
    },
  });
