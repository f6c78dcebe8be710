import { forgetTheirs, isSettled, mergeTheirs, takeTheirs } from './conflict.ts';
import type { Answers, FlowContext, Refusal } from './flow.ts';

type Entity = Readonly<Record<string, unknown>>;

/** What a flow that edits a stored entity does about the changes of others. Flows that edit nothing load none of it. */
export interface Edits {
  /** The stored entity, as its read call answers it, as the answers of the steps. */
  answersOf(entity: Entity): Record<string, Answers>;
  isSettled(context: FlowContext, choices: Answers): boolean;
  takeTheirs(context: FlowContext, refusal: Refusal): Partial<FlowContext>;
  forgetTheirs(context: FlowContext): Partial<FlowContext>;
  mergeTheirs(context: FlowContext, choices: Answers): Partial<FlowContext>;
}

export function editsOf(answersOf: Edits['answersOf']): Edits {
  return {
    answersOf,
    isSettled,
    takeTheirs: (context, refusal) => takeTheirs(context, refusal, answersOf),
    forgetTheirs,
    mergeTheirs,
  };
}
