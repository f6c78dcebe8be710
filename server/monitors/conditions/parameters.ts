import type { Static } from 'typebox';
import type { ConditionInput } from '#api/contract/monitor-input.ts';
import type { ConditionName, ConditionParameter } from './condition.ts';
import { conditions } from '../types/registry.ts';

type Parameters = Pick<Static<typeof ConditionInput>, ConditionParameter>;

/** The fields of this type alone, of a condition as the contract or the database has it. */
export function parametersOf(type: ConditionName, given: Readonly<Record<string, unknown>>): Parameters {
  const names: readonly string[] = conditions[type].parameters;
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
}
