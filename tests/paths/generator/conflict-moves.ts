import type { AnyMachineSnapshot } from 'xstate';
import { isSame } from '#engine/flow/same.ts';
import { conflictsIn, isSettled } from '#engine/flow/conflict.ts';
import type { Answers, FlowContext, Refusal } from '#engine/flow/flow.ts';

/** What a person may choose in a conflict. */
export const choiceNames = ['mine for all', 'theirs for all'] as const;

/** The choices as the page would send them, those that stand where none are named; `undefined` where they cannot be sent. */
export function choicesFor(context: FlowContext, name: string | undefined, valid: boolean): Answers | undefined {
  const standing = context.answers['conflict'] ?? {};
  if (name === undefined) return valid && !isSettled(context, standing) ? undefined : standing;
  const side = name === choiceNames[1] ? 'theirs' : 'mine';
  const chosen = Object.fromEntries(conflictsIn(context).map(({ pointer }) => [pointer, side]));
  return { ...standing, ...chosen };
}

/** The refusal of a save with the entity as somebody else left it: of those the material has, the one that is edited. */
export function withStored(
  entities: readonly Record<string, unknown>[],
  { context }: AnyMachineSnapshot,
  refusal: Refusal | undefined,
): Refusal | undefined {
  if (refusal?.code !== 'conflict' || entities.length === 0) return refusal;
  const stored = Object.values((context as FlowContext).stored ?? {}).flatMap((answers) => Object.entries(answers));
  const likeness = (entity: Record<string, unknown>) =>
    stored.filter(([field, value]) => isSame(entity[field], value)).length;
  const [current] = entities.toSorted((a, b) => likeness(b) - likeness(a));
  return { ...refusal, conflict: { current, by: 'Ana Souza', at: '2026-01-01T09:00:00.000Z' } };
}
