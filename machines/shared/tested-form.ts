// A form that is tested before it is submitted (F01-11, F04-31): one state that tests, one that goes on.
import { changes, keepChange, submits, submitted } from '#engine/flow/answers.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { jobSetup } from '#engine/flow/job-machine.ts';
import type { StepRules } from '#engine/flow/step-machine.ts';

/** The answers that a test is about: those of the screen, or these fields of it. */
interface Tested {
  screen: string;
  fields?: readonly string[];
}

function isSame(answers: Answers | undefined, other: Answers | undefined, fields?: readonly string[]): boolean {
  const names = fields ?? Object.keys({ ...answers, ...other });
  return names.every((name) => answers?.[name] === other?.[name]);
}

interface Form<Screen extends string, Forget extends string, Back> extends Tested {
  screen: Screen;
  /** The action that forgets what the test said. */
  forget: Forget;
  /** The state that tests. */
  testing: string;
  /** The first state of the form. */
  untested: string;
  /** Where the tested form leads. */
  next: string;
  back?: Back;
}

/** Both states of the form. A change of what was tested leads from the second to the first, and forgets the test. */
export function testedForm<const Screen extends string, const Forget extends string, const Back = string>(
  form: Form<Screen, Forget, Back>,
) {
  const { screen, fields, forget, testing, untested, next, back } = form;
  const tested: Tested = { screen, ...(fields && { fields }) };
  const submit = { type: 'submits', params: { screen } } as const;
  const keep = { guard: { type: 'changes', params: { screen } }, actions: 'keepChange' } as const;
  const backwards = back === undefined ? {} : { back };
  return {
    needed: {
      meta: { screen, test: 'needed' },
      on: {
        'step.changed': keep,
        'step.submitted': { guard: submit, target: testing, actions: 'keepAnswers' },
        ...backwards,
      },
    },
    passed: {
      meta: { screen, test: 'passed' },
      on: {
        'step.changed': [
          { guard: { type: 'alters', params: tested }, target: untested, actions: ['keepChange', forget] },
          // What was not tested may change.
          ...(fields ? [keep] : []),
        ],
        'step.submitted': [
          { guard: { type: 'submitsTested', params: tested }, target: next, actions: 'keepAnswers' },
          { guard: submit, target: testing, actions: ['keepAnswers', forget] },
        ],
        ...backwards,
      },
    },
  } as const;
}

/** `jobSetup()` for a flow with a `testedForm()`. */
export function testedSetup(effects: readonly string[], rules: StepRules) {
  return jobSetup(effects, rules).extend({
    guards: {
      // What was typed last may come once more.
      alters: ({ context, event }, { screen, fields }: Tested) =>
        changes(event, screen) && !isSame(context.answers[screen], keepChange(context, event).answers[screen], fields),
      submitsTested: ({ context, event }, { screen, fields }: Tested) =>
        submits(event, screen) && isSame(context.answers[screen], submitted(event), fields),
    },
  });
}
