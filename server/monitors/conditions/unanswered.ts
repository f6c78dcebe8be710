import type { Outcome } from '../checks/check.ts';
import type { ConditionDefinition } from './condition.ts';

interface Judgement {
  definition: ConditionDefinition;
  parameters: Readonly<Record<string, unknown>>;
  /** Undefined: the check could not answer. */
  failed: boolean | undefined;
}

/** What the alert of a condition says: the check's note on what it looks at, else what the check says. */
export function alertMessage({ definition, parameters }: Judgement, { notes, message }: Outcome): string {
  return (definition.fact && notes?.[definition.fact(parameters)]) ?? message;
}

/** Why this check could not answer the condition's question; undefined when it did. */
export function unansweredReason(judgement: Judgement, outcome: Outcome): string | undefined {
  const { definition, parameters, failed } = judgement;
  if (failed !== undefined) return undefined;
  const note = definition.fact && outcome.notes?.[definition.fact(parameters)];
  return note ?? (outcome.ok ? `The check did not find out ${definition.looksAt}.` : outcome.message);
}

/** Whether the alert of another condition already says why there is no answer: the website failed, this port is closed. */
export function isToldByAnother({ parameters: { port } }: Judgement, all: readonly Judgement[]): boolean {
  return all.some(
    ({ definition, parameters, failed }) =>
      definition.tellsSilence && failed && (parameters['port'] === undefined || parameters['port'] === port),
  );
}
