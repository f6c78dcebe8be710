// An entity of a computer whose first step the agent tests before the second is asked (F06-12, F07-03).
import { assign } from 'xstate';
import type { backupJobCalls } from '#api/contract/backup-job.ts';
import { beginning } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import { defineEntityFlow, entityConfig, entitySetup, type EntityFlow } from '#engine/flow/entity-flow.ts';
import type { EffectInput, FlowContext, FlowDefinition, FlowInput } from '#engine/flow/flow.ts';
import { backFrom } from '#engine/flow/manifest-steps.ts';
import { buildRequest } from '#engine/flow/mapping.ts';
import { formStep, onlyStep } from '#engine/flow/step-states.ts';
import type { Static } from 'typebox';

type Tested = Partial<Static<typeof backupJobCalls.testBackupDestination.reply>>;

interface TestedEntity extends EntityFlow {
  /** The call that tests; its screens are `testing`, and `destination` where the test did not pass. */
  test: string;
  /** Names the stored entity in the body of the test: the server tests with the password that it keeps where the form has none. */
  storedAs: string;
}

/** The whole flow. Its last step submits and saves as well. */
export function testedEntityFlow({ test, storedAs, ...options }: TestedEntity): FlowDefinition {
  const { id, manifest } = options;
  const [first = '', second = '', ...rest] = manifest.stepper.map(({ screen }) => screen);
  const last = rest.at(-1) ?? second;
  const { states, ...config } = entityConfig(options);
  const submitting = onlyStep(last, { machine: id });
  const input = ({ context }: { context: FlowContext }): EffectInput => {
    const stored = context.subject === undefined ? {} : { [storedAs]: Number(context.subject) };
    return { body: { ...buildRequest(manifest, test, context), ...stored } };
  };
  const machine = entitySetup(options, [test])
    .extend({
      guards: {
        hasPassed: ({ event }) => replyIn<Tested>(event).outcome === 'passed',
      },
      actions: {
        // No way leads past a first step that nobody accepted.
        reopenFirst: assign(({ context }) => ({ passed: context.passed.filter((screen) => screen !== first) })),
        acceptFirst: assign(({ context }) => ({ passed: [...new Set([...context.passed, first])] })),
        tellChecks: assign(({ context, event }) => {
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
            [first]: formStep(first, { next: `#${id}.testing` }),
            [last]: { ...submitting, on: { ...submitting.on, back: backFrom(manifest.stepper, last) } },
          },
        },
        testing: {
          meta: { screen: 'testing', busy: true },
          invoke: {
            id: 'test',
            src: test,
            input,
            onDone: [
              { guard: 'hasPassed', target: `editing.${second}` },
              { target: 'destination', actions: ['tellChecks', 'reopenFirst'] },
            ],
            onError: { target: `editing.${first}`, actions: ['keepRefusal', 'reopenFirst'] },
          },
          on: { closed: 'closed' },
        },
        destination: {
          meta: { screen: 'destination' },
          on: {
            confirmed: { target: `editing.${second}`, actions: 'acceptFirst' },
            retried: 'testing',
            back: `editing.${first}`,
            closed: 'closed',
          },
        },
      },
    });
  return defineEntityFlow(options, machine, [test]);
}
