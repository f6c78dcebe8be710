import type { Static } from 'typebox';
import { and, assign, not } from 'xstate';
import type { directoryRead } from '#api/contract/agent-methods/directory.ts';
import { beginning, forgetShown, show } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { FlowOutput } from '#engine/flow/flow.ts';
import { jobState } from '#engine/flow/job-state.ts';
import { effectKey, refusalIn } from '#engine/flow/refusal.ts';
import manifest from '#schemas/directory-discovery/flow.json';
import { testedForm, testedSetup } from '../shared/tested-form.ts';
import {
  add,
  checkRequest,
  fieldOfJob,
  isRunOf,
  isScheduled,
  refusedField,
  save,
  stepOfRefusal,
  stepsOf,
} from './job.ts';
import { applyRequest, read, readingOf, validate, validationOf } from './requests.ts';
import { addingJob, refused, savingJob } from './saving-states.ts';
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

const machine = '#directory-discovery';
// F04-31, F04-32
const directoryForm = testedForm({
  screen: 'directory',
  forget: 'forgetReading',
  testing: `${machine}.reading`,
  untested: 'directory',
  next: 'second',
});
// F04-33
const secondForm = {
  forget: 'forgetValidation',
  fields: ['credentialId'],
  back: { guard: not('isRunAgain'), target: 'directoryRead' },
} as const;
const computersForm = testedForm({
  ...secondForm,
  screen: 'computers',
  testing: `${machine}.validating`,
  untested: 'computers',
  next: `${machine}.applying`,
});
const scheduleForm = testedForm({
  ...secondForm,
  screen: 'schedule',
  testing: `${machine}.validating`,
  untested: 'schedule',
  next: `${machine}.naming`,
});
const closing = { closed: 'closed' } as const;
const chooses = (screen: string) => ({ type: 'chooses', params: { screen } }) as const;
const named = { type: 'submits', params: { screen: 'naming' } } as const;
const keepName = { guard: { type: 'changes', params: { screen: 'naming' } }, actions: 'keepChange' } as const;
/** The computers of an organizational unit are read, and a technician or a saved job decides which get the agent (F04-01). */
export const directoryDiscoveryMachine = testedSetup(
  [read, validate, 'applyDirectoryJob', 'checkDirectoryJob', add, save],
  { steps: stepsOf, needs: manifest.needs, refusedField, fieldOf: fieldOfJob },
)
  .extend({
    guards: {
      isRunAgain: ({ context }) => isRunOf(context),
      isScheduled: ({ context }) => isScheduled(context),
      // A scheduled job may wait for computers that are not there yet (F04-32).
      isRead: ({ context }) =>
        context.shown.reading?.code === 'succeeded' &&
        (isScheduled(context) || (context.shown.reading.computers ?? 0) > 0),
      isFree: ({ event }) => replyIn<{ code?: string }>(event).code === 'free',
      isAboutDirectory: ({ context, event }) => stepOfRefusal(context, event) === 'directory',
      isRunAboutDirectory: ({ context, event }) => isRunOf(context) && stepOfRefusal(context, event) === 'directory',
      isAbout: ({ context, event }, { screen }: { screen: string }) => stepOfRefusal(context, event) === screen,
      isValidated: ({ context }) => context.shown.validation?.code === 'succeeded',
      needsScheduleValidation: ({ context, event }) =>
        isScheduled(context) && refusalIn(event).code === 'credential_not_validated',
      needsValidation: ({ event }) => refusalIn(event).code === 'credential_not_validated',
    },
    actions: {
      keepReading: assign(({ context, event }) => {
        const reading = replyIn<Reading>(event);
        return {
          // Another reading needs another validation.
          ...show({ ...context, ...forgetShown(context, 'validation') }, { reading }),
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
      // F04-28 … F04-30
      refuseClash: assign(({ context, event }) => {
        const { message = '' } = replyIn<{ message?: string }>(event);
        const refusal = { code: 'invalid_input', message, fields: { '/ouPath': message } };
        return { refusal, ...forgetShown(context, 'reading') };
      }),
      // The fields that were refused are asked by no step of a run.
      sayRefusal: assign(({ context, event }) => {
        const { message, fields = {} } = refusalIn(event);
        return { words: { ...context.words, reason: Object.values(fields).join(' ') || message } };
      }),
      sayReading: assign(({ context }) => {
        const { message = '' } = context.shown.reading ?? {};
        return { words: { ...context.words, reason: message || 'No computers were found in this OU.' } };
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
      keepSaved: assign(({ context, event }) => {
        const { job } = replyIn<{ job?: { name?: string } }>(event);
        return { words: { ...context.words, name: job?.name ?? '' } };
      }),
    },
  })
  .createMachine({
    id: 'directory-discovery',
    context: ({ input }) => beginning(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'beginning',
    states: {
      // F04-21
      beginning: {
        always: [{ guard: 'isRunAgain', target: 'ready' }, { target: 'editing' }],
      },
      ready: {
        meta: { screen: 'ready' },
        on: { confirmed: 'reading', ...closing },
      },
      editing: {
        initial: 'directory',
        on: {
          'step.chosen': [
            { guard: and(['isRead', chooses('directory')]), target: '.directoryRead' },
            { guard: and(['isRead', chooses('computers')]), target: '.computers' },
            { guard: and(['isRead', chooses('schedule')]), target: '.schedule' },
          ],
          ...closing,
        },
        states: {
          directory: directoryForm.needed,
          directoryRead: directoryForm.passed,
          second: { always: [{ guard: 'isScheduled', target: 'schedule' }, { target: 'computers' }] },
          computers: computersForm.needed,
          computersValidated: computersForm.passed,
          schedule: scheduleForm.needed,
          scheduleValidated: scheduleForm.passed,
        },
      },
      reading: jobState(read, {
        screen: 'reading',
        request: (context) => ({ key: effectKey(context, read), body: readingOf(context) }),
        onDone: { target: 'judgingReading', actions: ['keepReading'] },
        onClosed: 'closed',
        unless: [
          { guard: 'isUncertain', target: 'lostReading', actions: ['sayReason'] },
          { guard: 'isRunAgain', target: 'unread', actions: ['sayRefusal'] },
        ],
        onRefused: { target: 'editing.directory', actions: ['forgetReading'] },
      }),
      // The job is run again, and has no step that could mend it.
      unread: {
        meta: { screen: 'unread' },
        on: { retried: { target: 'reading', actions: 'forgetRefusal' }, ...closing },
      },
      // The same run is attached to: there is no way to other answers while it may go on.
      lostReading: {
        meta: { screen: 'lost' },
        on: { retried: { target: 'reading', actions: 'forgetRefusal' }, ...closing },
      },
      judgingReading: {
        always: [
          { guard: and(['isRead', 'isScheduled']), target: 'checking' },
          { guard: and(['isRead', 'isRunAgain']), target: 'editing.computers' },
          { guard: 'isRead', target: 'editing.directoryRead' },
          { guard: 'isRunAgain', target: 'unread', actions: 'sayReading' },
          { target: 'editing.directory', actions: 'refuseReading' },
        ],
      },
      checking: {
        meta: { screen: 'checking', busy: true },
        invoke: {
          id: 'check',
          src: 'checkDirectoryJob',
          input: ({ context }) => checkRequest(context),
          onDone: [
            { guard: 'isFree', target: 'editing.directoryRead' },
            { target: 'editing.directory', actions: 'refuseClash' },
          ],
          onError: { target: 'editing.directory', actions: [...refused, 'forgetReading'] },
        },
      },
      validating: jobState(validate, {
        screen: 'validating',
        request: (context) => ({ key: effectKey(context, validate), body: validationOf(context) }),
        onDone: { target: 'judgingValidation', actions: ['keepValidation'] },
        onClosed: 'closed',
        unless: [
          { guard: 'isUncertain', target: 'lostValidation', actions: ['sayReason'] },
          { guard: 'isRunAboutDirectory', target: 'unread', actions: ['sayRefusal'] },
          { guard: 'isAboutDirectory', target: 'editing.directory', actions: ['forgetReading'] },
          { guard: 'isScheduled', target: 'editing.schedule', actions: ['forgetValidation'] },
        ],
        onRefused: { target: 'editing.computers', actions: ['forgetValidation'] },
      }),
      lostValidation: {
        meta: { screen: 'lost' },
        on: { retried: { target: 'validating', actions: 'forgetRefusal' }, ...closing },
      },
      judgingValidation: {
        always: [
          { guard: and(['isValidated', 'isScheduled']), target: 'editing.scheduleValidated' },
          { guard: 'isValidated', target: 'editing.computersValidated' },
          { guard: 'isScheduled', target: 'editing.schedule', actions: 'refuseValidation' },
          { target: 'editing.computers', actions: 'refuseValidation' },
        ],
      },
      applying: {
        meta: { screen: 'applying', busy: true },
        invoke: {
          id: 'apply',
          src: 'applyDirectoryJob',
          input: ({ context }) => applyRequest(context),
          onDone: [
            { guard: 'isRunAgain', target: 'appliedAgain', actions: ['countAttempt', 'keepApplied'] },
            { target: 'applied', actions: ['countAttempt', 'keepApplied'] },
          ],
          onError: [
            {
              guard: { type: 'refusedFor', params: { codes: ['credential_not_validated'] } },
              target: 'editing.computers',
              actions: [...refused, 'forgetValidation'],
            },
            { target: 'editing.computersValidated', actions: refused },
          ],
        },
      },
      applied: {
        meta: { screen: 'applied', over: true },
        on: { confirmed: 'opened', 'save.requested': 'namingApplied', closed: 'finished' },
      },
      appliedAgain: {
        meta: { screen: 'applied-job', over: true },
        on: { confirmed: 'opened', closed: 'finished' },
      },
      // F04-03, F04-22
      naming: {
        meta: { screen: 'naming' },
        on: {
          'step.changed': keepName,
          'step.submitted': [
            { guard: and(['isEdit', named]), target: 'saving', actions: 'keepAnswers' },
            { guard: named, target: 'adding', actions: 'keepAnswers' },
          ],
          back: { target: 'editing.scheduleValidated', actions: 'forgetRefusal' },
          ...closing,
        },
      },
      // F04-23: the computers were decided about, whether or not the job is saved.
      namingApplied: {
        meta: { screen: 'naming', over: true },
        on: {
          'step.changed': keepName,
          'step.submitted': { guard: named, target: 'adding', actions: 'keepAnswers' },
          back: { target: 'applied', actions: 'forgetRefusal' },
          closed: 'finished',
        },
      },
      adding: addingJob,
      saving: savingJob,
      saved: {
        type: 'final',
        output: ({ context }): FlowOutput => ({ outcome: 'finished', words: context.words }),
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
