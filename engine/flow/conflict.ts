import type { Answers, FlowContext, Refusal, Theirs } from './flow.ts';
import { revisionOf } from './revision.ts';
import { conflictsOf, mergeVersions, type Conflict, type Side, type Versions } from './three-way.ts';

type Compared = Pick<FlowContext, 'answers' | 'stored' | 'theirs'>;

/** Keeps the newly stored entity beside every answer, and drops choices that were made against an older version. */
export function takeTheirs(
  context: FlowContext,
  { conflict }: Refusal,
  answersOf: (entity: Readonly<Record<string, unknown>>) => Record<string, Answers>,
): Partial<FlowContext> {
  const { current, by, at } = conflict ?? {};
  if (typeof current !== 'object' || current === null) throw new Error('the refusal brought no stored entity');
  const entity = current as Record<string, unknown>;
  const revision = revisionOf(entity);
  if (revision === undefined) throw new Error('the stored entity has no revision');
  const theirs: Theirs = { answers: answersOf(entity), revision, ...(by && { by }), ...(at && { at }) };
  const { conflict: _choices, ...answers } = context.answers;
  return { answers, theirs, refusal: undefined };
}

/** Back to the steps: what is stored then is compared again at the next save. */
export function forgetTheirs({ answers }: FlowContext): Partial<FlowContext> {
  const { conflict: _choices, ...mine } = answers;
  return { answers: mine, theirs: undefined };
}

/** What the person has to choose between. */
export function conflictsIn(context: Compared): Conflict[] {
  return conflictsOf(versionsIn(context));
}

/** Whether every conflict has its choice. */
export function isSettled(context: Compared, choices: Answers): boolean {
  return conflictsIn(context).every(({ pointer }) => isSide(choices[pointer]));
}

export function isSide(value: unknown): value is Side {
  return value === 'mine' || value === 'theirs';
}

/** The answers of both with what was chosen, based on what is stored now. */
export function mergeTheirs(context: FlowContext, choices: Answers): Partial<FlowContext> {
  const { theirs } = context;
  if (theirs === undefined) return {};
  const answers = mergeVersions(versionsIn(context), choices);
  return { answers, stored: theirs.answers, revision: theirs.revision, theirs: undefined };
}

function versionsIn({ answers, stored = {}, theirs }: Compared): Versions {
  const { conflict: _choices, ...mine } = answers;
  return { base: stored, mine, theirs: theirs?.answers ?? stored };
}
