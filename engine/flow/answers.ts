import { segmentsOf } from '../document/pointer.ts';
import { withoutGiven } from './given.ts';
import type { Answers, FlowContext, FlowInput, Refusal, ScreenAnswers, Shown, ShownData } from './flow.ts';

type Event = { type: string };
type Kept = Pick<FlowContext, 'answers' | 'passed' | 'refusal'>;

/** The context that every flow begins with; a machine spreads it and adds its own. */
export function beginning(input: FlowInput): FlowContext {
  return {
    instance: input.instance,
    mode: input.mode,
    ...(input.subject === undefined ? {} : { subject: input.subject }),
    ...(input.copyOf === undefined ? {} : { copyOf: input.copyOf }),
    now: input.now,
    params: input.params ?? {},
    ...(input.given === undefined ? {} : { given: input.given }),
    // Initial answers include the defaults of the form. `given` values are no answers.
    answers: Object.fromEntries(
      Object.entries(input.answers ?? {}).map(([screen, data]) => [screen, withoutGiven(data, input.given)]),
    ),
    attempt: 0,
    passed: [...(input.passed ?? [])],
    refusal: undefined,
    words: {},
    shown: {},
  };
}

/** What a screen has answered so far, with the types of its document. `screen` is `<flow>/<screen>`. */
export function answersOf<Screen extends keyof ScreenAnswers & string>(
  { answers }: { answers: Readonly<Record<string, Answers>> },
  screen: Screen,
): ScreenAnswers[Screen] {
  return answers[screen.slice(screen.indexOf('/') + 1)] ?? {};
}

/** Shows more beside what is shown already. The compiler refuses a key that no flow declared. */
export function show({ shown }: FlowContext, more: Shown): Pick<FlowContext, 'shown'> {
  return { shown: { ...shown, ...more } };
}

/** Nothing is shown under the key any more. */
export function forgetShown({ shown }: FlowContext, key: keyof ShownData): Pick<FlowContext, 'shown'> {
  const { [key]: _, ...rest } = shown;
  return { shown: rest };
}

/** `step.submitted`: the answers count, the step is passed, an earlier refusal is over. */
export function keepAnswers(context: FlowContext, event: Event): Kept {
  const { screen, data } = ownAnswers(context, event);
  const passed = context.passed.includes(screen) ? context.passed : [...context.passed, screen];
  return { answers: { ...context.answers, [screen]: data }, passed, refusal: undefined };
}

/**
 * `step.changed`: the answers are kept and claim nothing. A step that changed is no longer passed, and what was refused
 * about a field is over once that field changed.
 */
export function keepChange(context: FlowContext, event: Event): Kept {
  const { screen, data } = ownAnswers(context, event);
  const known = context.answers[screen];
  const before = known ?? {};
  const changed = [...new Set([...Object.keys(before), ...Object.keys(data)])].filter(
    (name) => !same(before[name], data[name]),
  );
  // Emptied at once is an answer as well: without it the step would show its defaults again.
  if (known !== undefined && changed.length === 0)
    return { answers: context.answers, passed: context.passed, refusal: context.refusal };
  return {
    answers: { ...context.answers, [screen]: data },
    passed: context.passed.filter((id) => id !== screen),
    refusal: withoutFields(context.refusal, changed),
  };
}

/** Whether the event submits this screen: a second or late submit of another step is none. */
export function submits(event: Event, screen: string): boolean {
  return event.type === 'step.submitted' && answersIn(event).screen === screen;
}

/** The answers that the event brings, empty for other events. */
export function submitted(event: Event): Answers {
  return event.type === 'step.submitted' ? answersIn(event).data : {};
}

/** Whether the event brings changed answers of this screen: one that comes late, from a step already left, does not. */
export function changes(event: Event, screen: string): boolean {
  return event.type === 'step.changed' && answersIn(event).screen === screen;
}

/** Whether the stepper may lead to the screen: every step before it is passed. */
export function chooses(
  context: FlowContext,
  event: Event,
  screen: string,
  stepsOf: (context: FlowContext) => readonly string[],
): boolean {
  // The view asks this of each step about each other step: what the answers lead through is worked out once it matters.
  if (event.type !== 'step.chosen' || !('screen' in event) || event.screen !== screen) return false;
  const steps = stepsOf(context);
  const index = steps.indexOf(screen);
  return index >= 0 && steps.slice(0, index).every((id) => context.passed.includes(id));
}

/** The answers of several screens as one body; hidden leftovers of a step are the machine's to leave out. */
export function merged(context: FlowContext, screens: readonly string[]): Answers {
  return Object.assign({}, ...screens.map((screen) => context.answers[screen] ?? {})) as Answers;
}

/** Removes the `given` values from what a form submits: the context has them already. */
function ownAnswers({ given }: FlowContext, event: Event): { screen: string; data: Answers } {
  const { screen, data } = answersIn(event);
  return { screen, data: withoutGiven(data, given) };
}

function answersIn(event: Event): { screen: string; data: Answers } {
  const { screen, data } = event as { screen?: unknown; data?: unknown };
  if (typeof screen !== 'string' || typeof data !== 'object' || data === null) {
    throw new Error(`event "${event.type}" brought no answers of a screen`);
  }
  return { screen, data: data as Answers };
}

function withoutFields(refusal: Refusal | undefined, names: readonly string[]): Refusal | undefined {
  if (refusal?.fields === undefined) return refusal;
  const all = Object.entries(refusal.fields);
  const fields = all.filter(([pointer]) => !names.includes(segmentsOf(pointer)[0] ?? ''));
  if (fields.length === all.length) return refusal;
  return fields.length === 0 ? undefined : { ...refusal, fields: Object.fromEntries(fields) };
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
