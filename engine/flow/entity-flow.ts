import { assign, type AnyStateMachine } from 'xstate';
import type { Pointer } from '../document/document.ts';
import { pointerOf, valueAt } from '../document/pointer.ts';
import { beginning } from './answers.ts';
import { editsOf } from './edits.ts';
import { replyIn } from './effects.ts';
import {
  defineFlow,
  type Answers,
  type FlowContext,
  type FlowDefinition,
  type FlowInput,
  type FlowManifest,
  type FlowOutput,
  type Shown,
  type ShownData,
  type Shows,
} from './flow.ts';
import { jobSetup } from './job-machine.ts';
import { backFrom, manifestStep, stepGuards } from './manifest-steps.ts';
import { buildRequest } from './mapping.ts';
import { valuesOf } from './given.ts';
import { fieldInScreen } from './mapped-pointers.ts';
import { readAnswers } from './read-answers.ts';
import { mappingOf, type Sending } from './sends.ts';
import {
  confirmStep,
  endStates,
  onlyStep,
  outcome,
  readingStates,
  readState,
  refusalsTo,
  sendingStates,
  stepChoices,
} from './step-states.ts';
import { stepsFor } from './steps.ts';

/** A flow that adds one entity, or reads and saves it: its steps and requests are those of its manifest. */
export interface EntityFlow {
  id: string;
  manifest: Pick<FlowManifest, 'needs' | 'sends' | 'sendsMore'> &
    Pick<Sending, 'choices'> &
    Required<Pick<FlowManifest, 'stepper'>> & { ends?: { NEW?: unknown; EDIT?: unknown } };
  calls: { read: string; add: string; save: string };
  /** The codes of their own that these calls may end with; a save may end with `conflict` as well. */
  errors?: Readonly<Record<string, readonly string[]>>;
  /** The effects of its own that send a file (`uploadState()`). */
  uploads?: readonly string[];
  /** The field that an error code speaks of when the server names none. */
  refusedField?: Readonly<Record<string, Pointer>>;
  /** The fields of a call that shares none of its names with a screen. */
  fieldNames?: Readonly<Record<Pointer, Pointer>>;
  /** The key of the reply that holds the saved entity. */
  saved: string;
  /** Keys of a reply that the screen `added` shows once: secrets, links. */
  shownOnce?: readonly (keyof ShownData)[];
  /** Its other keys of what is shown. */
  shows?: Shows;
  /** The words of messages and toasts, by the answers that they come from; of several, one after the other. */
  words: Readonly<Record<string, Pointer | readonly Pointer[]>>;
  /** Of a flow that may begin with a copy: what a new entity takes over of the answers of another. */
  copied?(answers: FlowContext['answers']): FlowContext['answers'];
}

/** The whole flow. One with states of its own is made of `entitySetup` and `entityConfig`. */
export function entityFlow(options: EntityFlow): FlowDefinition {
  return defineEntityFlow(options, entitySetup(options).createMachine(entityConfig(options)));
}

export function defineEntityFlow(
  { id, manifest, calls, errors = {}, uploads = [], shownOnce = [], shows }: EntityFlow,
  machine: AnyStateMachine,
  more: readonly string[] = [],
): FlowDefinition {
  const names = [calls.read, calls.add, calls.save, ...more];
  return defineFlow({
    id,
    machine,
    steps: (context) => stepsFor(manifest.stepper, valuesOf(context)),
    ...(manifest.sendsMore === true &&
      manifest.sends !== undefined && { sends: manifest.sends, needs: manifest.needs, sendsMore: false }),
    effects: Object.fromEntries(
      names.map((name) => [
        name,
        {
          ...(uploads.includes(name) && { kind: 'upload' as const }),
          errors: [...(errors[name] ?? []), ...(name === calls.save ? ['conflict'] : [])],
        },
      ]),
    ),
    shows: { ...Object.fromEntries(shownOnce.map((key) => [key, 'transient'] as const)), ...shows },
  });
}

/**
 * Without the screens that these answers do not lead to and of which only facts are known (`reads`: whether a password is stored). Who comes
 * to one by another choice begins it with its defaults.
 */
function withoutIdleFacts(manifest: Sending, call: string, answers: FlowContext['answers']): FlowContext['answers'] {
  const { stepper = [] } = manifest;
  const steps = stepsFor(stepper, answers);
  const facts = new Set(Object.values(mappingOf(manifest, call).reads ?? {}));
  const isIdle = ([screen, own]: [string, Answers]) =>
    stepper.some((step) => step.screen === screen) &&
    !steps.includes(screen) &&
    Object.keys(own).every((name) => facts.has(pointerOf([screen, name])));
  return Object.fromEntries(Object.entries(answers).filter((one) => !isIdle(one)));
}

/** `setup()` of an entity's machine: its guards and actions. `more` are the effects that states of its own use. */
export function entitySetup(options: EntityFlow, more: readonly string[] = []) {
  const { manifest, calls, refusedField = {}, fieldNames = {}, saved, shownOnce = [], words, copied } = options;
  // A call that shares no body with the others has pointers of its own.
  const mapped = [calls.add, ...more].filter((call) => manifest.sends?.[call] !== undefined);
  const read = (entity: unknown) => {
    // A stored entity has what the flow was given as well: who opened the flow gave it, and no screen answers it.
    const { given: _, ...answers } = readAnswers(manifest, calls.save, entity);
    return withoutIdleFacts(manifest, calls.save, answers);
  };
  return jobSetup([calls.read, calls.add, calls.save, ...more], {
    steps: (context) => stepsFor(manifest.stepper, valuesOf(context)),
    needs: manifest.needs,
    edits: editsOf(read),
    refusedField,
    fieldOf: (pointer, answers) =>
      mapped.map((call) => fieldInScreen(manifest, call, pointer, answers)).find((field) => field !== undefined) ??
      fieldNames[pointer],
  }).extend({
    guards: {
      ...stepGuards(manifest.stepper),
      readsFirst: ({ context }) => context.mode === 'EDIT' || context.copyOf !== undefined,
      showsOnce: ({ event }) => shownOnce.some((key) => replyIn(event)[key] !== undefined),
    },
    actions: {
      takeCopied: assign(({ event }) => {
        const answers = read(replyIn(event));
        return { answers: copied?.(answers) ?? answers, refusal: undefined, copyOf: undefined };
      }),
      nameIt: assign(({ context }) => ({ words: { ...context.words, ...wordsOf(words, context) } })),
      keepReply: assign(({ context, event }) => {
        const reply = replyIn(event);
        const once = shownOnce.filter((key) => reply[key] !== undefined).map((key) => [key, reply[key]] as const);
        return { shown: { ...context.shown, saved: reply[saved], ...(Object.fromEntries(once) as Shown) } };
      }),
    },
  });
}

const takesStored = { target: 'editing', actions: ['takeStored', 'passStored'] } as const;
const takesCopied = { target: 'editing', actions: 'takeCopied' } as const;

/** The states from opening to the ends. `submitted` are actions of the machine's own at each step that is submitted and leads on. */
export function entityConfig<const More extends string = never>(options: EntityFlow, submitted: readonly More[] = []) {
  const { id, manifest, calls, shownOnce = [], copied } = options;
  const { stepper } = manifest;
  const screens = stepper.map(({ screen }) => screen);
  const last = screens.at(-1) ?? '';
  const sending = sendingStates(
    { add: calls.add, save: calls.save },
    {
      body: (context) => buildRequest(manifest, context.mode === 'EDIT' ? calls.save : calls.add, context),
      onDone: { add: shownOnce.length > 0 ? 'added' : 'finished', save: 'finished' },
      refusals: refusalsTo(screens.slice(0, -1), last),
    },
  );
  const { adding, saving, conflict } = sending;
  const done = adding.invoke.onDone;
  const toast = shownOnce.length > 0 && manifest.ends?.NEW !== undefined;
  return {
    id,
    context: ({ input }: { input: FlowInput }) => beginning(input),
    output: ({ event }: { event: unknown }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'opening',
    states: {
      opening: {
        always: [{ guard: copied ? 'readsFirst' : 'isEdit', target: 'loading' } as const, { target: 'editing' }],
      },
      ...readingStates(calls.read, {
        of: ({ subject, copyOf }) => subject ?? copyOf ?? '',
        onDone: copied ? [{ guard: 'isEdit', ...takesStored } as const, takesCopied] : takesStored,
      }),
      editing: {
        initial: screens[0] ?? '',
        on: screens.length === 1 ? ({ closed: 'closed' } as const) : stepChoices(screens),
        states: Object.fromEntries(screens.map((screen) => [screen, stepState(options, screen, submitted)])),
      },
      saving,
      conflict,
      // A manifest that ends with a toast needs no screen when the reply holds nothing to show once.
      adding: {
        ...adding,
        invoke: {
          ...adding.invoke,
          onDone: toast ? [{ guard: 'showsOnce', ...done } as const, { ...done, target: 'finished' }] : done,
        },
      },
      ...(shownOnce.length > 0 && { added: outcome('added'), ...readState }),
      ...endStates,
    },
  };
}

function stepState<const More extends string>(
  { id, manifest: { stepper } }: EntityFlow,
  screen: string,
  submitted: readonly More[],
) {
  if (screen !== stepper.at(-1)?.screen) return manifestStep(stepper, screen, submitted);
  if (stepper.length === 1) return onlyStep(screen, { machine: id });
  const confirm = confirmStep({ machine: id, back: [] });
  return { ...confirm, on: { ...confirm.on, back: backFrom(stepper, screen) } };
}

function wordsOf(words: EntityFlow['words'], { answers }: FlowContext): Record<string, string> {
  const text = (from: Pointer | readonly Pointer[]) =>
    [from].flat().map((pointer) => String(valueAt(answers, pointer) ?? ''));
  return Object.fromEntries(Object.entries(words).map(([word, from]) => [word, text(from).join(' ')]));
}
