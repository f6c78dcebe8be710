import { assign, sendTo, setup } from 'xstate';
import type { Pointer } from '../document/document.ts';
import { changes, chooses, keepAnswers, keepChange, submits, submitted } from './answers.ts';
import type { Edits } from './edits.ts';
import { replyIn, slot } from './effects.ts';
import type { FlowContext, FlowEvent, FlowInput, FlowOutput, Refusal, StateMeta } from './flow.ts';
import { atFields, countAttempt, keepRefusal, refusalIn, stepOfField } from './refusal.ts';
import { forgetRetries, keepRetries } from './retries.ts';
import { revisionOf } from './revision.ts';

export interface StepRules {
  /** The screens of the stepper in order, for these answers. */
  steps(context: FlowContext): string[];
  /** The manifest's: which screen asks which field. Without it no refusal leads to the step of its field. */
  needs?: Readonly<Record<string, readonly Pointer[]>>;
  /** Of a flow that edits a stored entity. */
  edits?: Edits;
  /** The field that an error code speaks of. */
  refusedField?: Readonly<Record<string, Pointer>>;
  /** The field that a pointer of the request comes from; `undefined` leaves the pointer as it is. */
  fieldOf?(pointer: Pointer, answers: FlowContext['answers']): Pointer | undefined;
}

/**
 * `setup()` with what every flow of steps says and does: answers kept, steps chosen, refusals kept and led to the step
 * that can mend them. A machine adds its own with `.extend()`.
 */
export function stepSetup(
  effects: readonly string[],
  { steps, needs = {}, edits, refusedField = {}, fieldOf }: StepRules,
) {
  const editing = (): Edits => {
    if (edits === undefined) throw new Error('this flow edits no entity: its rules have no "edits"');
    return edits;
  };
  const refused = (context: FlowContext, event: { type: string }): Refusal => {
    const { refusal } = keepRefusal(event, refusedField);
    return fieldOf === undefined ? refusal : atFields(refusal, (pointer) => fieldOf(pointer, context.answers));
  };
  return setup({
    types: {
      context: {} as FlowContext,
      events: {} as FlowEvent,
      input: {} as FlowInput,
      output: {} as FlowOutput,
      meta: {} as StateMeta,
    },
    actors: Object.fromEntries(effects.map((name) => [name, slot(name)])),
    guards: {
      isEdit: ({ context }) => context.mode === 'EDIT',
      changes: ({ event }, { screen }: { screen: string }) => changes(event, screen),
      submits: ({ event }, { screen }: { screen: string }) => submits(event, screen),
      chooses: ({ context, event }, { screen }: { screen: string }) => chooses(context, event, screen, steps),
      // A field of a step that these answers do not have cannot be mended there.
      refusedAt: ({ context, event }, { screen }: { screen: string }) =>
        stepOfField(refused(context, event), needs) === screen && steps(context).includes(screen),
      conflicts: ({ event }) => refusalIn(event).conflict !== undefined,
      settles: ({ context, event }) => submits(event, 'conflict') && editing().isSettled(context, submitted(event)),
      refusedFor: ({ event }, { codes }: { codes: readonly string[] }) => codes.includes(refusalIn(event).code),
    },
    actions: {
      keepAnswers: assign(({ context, event }) => keepAnswers(context, event)),
      keepChange: assign(({ context, event }) => keepChange(context, event)),
      keepRefusal: assign(({ context, event }) => ({ refusal: refused(context, event) })),
      forgetRefusal: assign({ refusal: undefined }),
      keepRetries: assign(({ context, event }) => keepRetries(event, refused(context, event))),
      forgetRetries: assign(({ context }) => forgetRetries(context)),
      // Where nothing asks for the answers again: secrets among them have done their work.
      forgetAnswers: assign({ answers: {} }),
      countAttempt: assign(({ context, event }) => countAttempt(context, event)),
      readNow: sendTo((_, { watch }: { watch: string }) => watch, { type: 'watch.now' }),
      takeStored: assign(({ event }) => ({ answers: editing().answersOf(replyIn(event)), refusal: undefined })),
      // What is stored was right once, and a change is told by it.
      passStored: assign(({ context, event }) => ({
        passed: steps(context),
        stored: context.answers,
        revision: revisionOf(replyIn(event)),
      })),
      takeTheirs: assign(({ context, event }) => editing().takeTheirs(context, refusalIn(event))),
      forgetTheirs: assign(({ context }) => editing().forgetTheirs(context)),
      mergeTheirs: assign(({ context, event }) => editing().mergeTheirs(context, submitted(event))),
      sayReason: assign(({ context, event }) => ({ words: { ...context.words, reason: refusalIn(event).message } })),
    },
  });
}
