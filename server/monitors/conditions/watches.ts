import { and, eq } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { ConditionInput } from '#api/contract/monitor-input.ts';
import type { Queries } from '../../database/database.ts';
import { monitorCondition } from '../../database/schema/monitors.ts';
import type { Watch } from '../checks/check.ts';
import { parametersOf } from './parameters.ts';

/** What a check that is tried has to find out for these conditions; those that are off look at nothing. */
export function watchesOf(conditions: readonly Static<typeof ConditionInput>[]): Watch[] {
  return conditions
    .filter(({ enabled }) => enabled !== false)
    .map((condition) => ({ type: condition.type, parameters: parametersOf(condition.type, condition) }));
}

/** The same for the conditions that a monitor has. */
export function storedWatches(db: Queries, monitorId: number): Promise<Watch[]> {
  return db
    .select({ type: monitorCondition.type, parameters: monitorCondition.parameters })
    .from(monitorCondition)
    .where(and(eq(monitorCondition.monitorId, monitorId), eq(monitorCondition.enabled, true)));
}
