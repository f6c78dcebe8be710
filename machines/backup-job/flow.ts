import type { Static } from 'typebox';
import { assign } from 'xstate';
import type { backupJobCalls } from '#api/contract/backup-job.ts';
import { replyIn } from '#engine/flow/effects.ts';
import { defineEntityFlow, entityConfig, entitySetup, type EntityFlow } from '#engine/flow/entity-flow.ts';
import type { EffectInput, FlowContext, FlowInput } from '#engine/flow/flow.ts';
import { backFrom } from '#engine/flow/manifest-steps.ts';
import { buildRequest } from '#engine/flow/mapping.ts';
import { formStep, onlyStep } from '#engine/flow/step-states.ts';
import { beginning } from '#engine/flow/answers.ts';
import manifest from '#schemas/backup-job/flow.json';

type Tested = Partial<Static<typeof backupJobCalls.testBackupDestination.reply>>;

const test = 'testBackupDestination';
const options: EntityFlow = {
  id: 'backup-job',
  manifest,
  calls: { read: 'readBackupJob', add: 'addBackupJob', save: 'saveBackupJob' },
  saved: 'backupJob',
  words: { name: '/basic/jobName' },
};
const { states, ...config } = entityConfig(options);
const last = onlyStep('advanced', { machine: options.id });

/** EDIT names the job: the server tests with the password that it keeps where the form has none. */
function testInput(context: FlowContext): EffectInput {
  const stored = context.subject === undefined ? {} : { jobId: Number(context.subject) };
  return { body: { ...buildRequest(manifest, test, context), ...stored } };
}

/** A backup job of a computer, whose agent tests the destination before the schedule is asked. */
const machine = entitySetup(options, [test])
  .extend({
    guards: {
      hasPassed: ({ event }) => replyIn<Tested>(event).outcome === 'passed',
    },
    actions: {
      // No way leads past a destination that nobody accepted.
      reopenBasic: assign(({ context }) => ({ passed: context.passed.filter((screen) => screen !== 'basic') })),
      acceptBasic: assign(({ context }) => ({ passed: [...new Set([...context.passed, 'basic'])] })),
      tellDestination: assign(({ context, event }) => {
        const { checks = [] } = replyIn<Tested>(event);
        const open = checks.filter(({ outcome }) => outcome !== 'passed').map(({ text }) => text);
        return { words: { ...context.words, destination: open.join(' ') }, refusal: undefined };
      }),
    },
  })
  .createMachine({
    ...config,
    context: ({ input }: { input: FlowInput }) => beginning(input),
    states: {
      ...states,
      editing: {
        ...states.editing,
        states: {
          ...states.editing.states,
          basic: formStep('basic', { next: '#backup-job.testing' }),
          // The last step asks as well.
          advanced: { ...last, on: { ...last.on, back: backFrom(manifest.stepper, 'advanced') } },
        },
      },
      testing: {
        meta: { screen: 'testing', busy: true },
        invoke: {
          id: 'test',
          src: test,
          input: ({ context }) => testInput(context),
          onDone: [
            { guard: 'hasPassed', target: 'editing.schedule', actions: 'forgetRefusal' },
            { target: 'destination', actions: ['tellDestination', 'reopenBasic'] },
          ],
          onError: { target: 'editing.basic', actions: ['keepRefusal', 'reopenBasic'] },
        },
        on: { closed: 'closed' },
      },
      destination: {
        meta: { screen: 'destination' },
        on: {
          confirmed: { target: 'editing.schedule', actions: 'acceptBasic' },
          retried: 'testing',
          back: 'editing.basic',
          closed: 'closed',
        },
      },
    },
  });

export default defineEntityFlow(options, machine, [test]);
