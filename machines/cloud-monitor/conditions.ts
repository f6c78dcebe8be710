import type { Answers, FlowContext, FlowInput } from '#engine/flow/flow.ts';
import { beginning } from '#engine/flow/answers.ts';
import { defaultConditions } from '#schemas/cloud-monitor/default-conditions.ts';

/** Conditions that fit another type, kept in case the person changes the type back. */
type Aside = Record<string, Answers>;

interface MonitorContext extends FlowContext {
  aside: Aside;
}

export function begun(input: FlowInput): MonitorContext {
  return { ...beginning(input), aside: {} };
}

/**
 * The Conditions step for the type that Setup has now: it offers the conditions of that type alone, so those of another
 * are put aside and come back with their type. A type that is new begins with its default conditions. Nothing when the type
 * stayed.
 */
export function fitConditions(context: FlowContext): Partial<MonitorContext> {
  const { aside = {} } = context as Partial<MonitorContext>;
  const type = String(context.answers['setup']?.['monitorType']);
  const conditions = context.answers['conditions'];
  const before = conditions?.['monitorType'];
  if (before === type) return {};
  const kept = conditions === undefined || typeof before !== 'string' ? aside : { ...aside, [before]: conditions };
  const fitting = kept[type] ?? { monitorType: type, conditions: defaultConditions(context.answers['setup'] ?? {}) };
  return {
    aside: kept,
    answers: { ...context.answers, conditions: fitting },
    passed: conditions === undefined ? context.passed : context.passed.filter((id) => id !== 'conditions'),
  };
}

/** A copy is another monitor: it has none of the secrets, conditions of its own like the first's, and a name of its own. */
export function copied(answers: FlowContext['answers']): FlowContext['answers'] {
  const { setup = {}, conditions = {}, ...others } = withoutSecrets(answers);
  const rows = Array.isArray(conditions['conditions']) ? (conditions['conditions'] as Answers[]) : [];
  return {
    setup: { ...setup, monitorName: `Copy of ${String(setup['monitorName'])}`.slice(0, 50) },
    ...others,
    conditions: { ...conditions, conditions: rows.map(withoutId) },
  };
}

function withoutId(row: Answers): Answers {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'id'));
}

/** Nothing is stored of the copy: `…Set`, which says that a secret is, holds of none. */
function withoutSecrets(answers: FlowContext['answers']): FlowContext['answers'] {
  const own = (held: Answers) =>
    Object.fromEntries(Object.entries(held).map(([name, value]) => [name, name.endsWith('Set') ? false : value]));
  return Object.fromEntries(Object.entries(answers).map(([screen, held]) => [screen, own(held)]));
}
