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
