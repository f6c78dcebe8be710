import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { monitorCondition, type EndReason } from '../../database/schema/monitors.ts';
import type { WriteContext } from '../../context.ts';
import { requireFields } from '../../require-fields.ts';
import { withDefaults, type ConditionInput } from '../checked-input.ts';
import { parametersOf } from './parameters.ts';
import { requireChannels } from './require-channels.ts';

const atRest = {
  failures: 0,
  lastFailureAt: null,
  raisedAt: null,
  unanswered: 0,
  unansweredRaisedAt: null,
  unansweredReason: null,
};

/** With an id a condition changes and stands where it stood, without one it is added, and one left out is removed. */
export async function saveConditions(
  { db, now, services }: WriteContext,
  monitorId: number,
  given: readonly ConditionInput[],
): Promise<void> {
  const stored = await db
    .select({ id: monitorCondition.id, type: monitorCondition.type })
    .from(monitorCondition)
    .where(eq(monitorCondition.monitorId, monitorId));
  const known = new Map(stored.map(({ id, type }) => [id, type]));
  const kept = new Set<number>();
  for (const [index, { id }] of given.entries()) {
    if (id === undefined) continue;
    const words = known.has(id)
      ? kept.has(id)
        ? 'Must be unique'
        : undefined
      : 'This condition does not belong to this monitor.';
    requireFields({ [`/conditions/${index}/id`]: words });
    kept.add(id);
  }
  await requireChannels(db, given);
  const over: Record<Exclude<EndReason, 'MONITOR_REMOVED' | 'DEVICE_REMOVED'>, number[]> = {
    CONDITION_REMOVED: [...known.keys()].filter((id) => !kept.has(id)),
    CONDITION_OFF: idsOf(given, ({ enabled }) => enabled === false),
    // A condition of another type asks another question: what it raised before is not what it finds now.
    CONDITION_CHANGED: idsOf(given, ({ id, type }) => id !== undefined && known.get(id) !== type),
  };
  for (const reason of ['CONDITION_REMOVED', 'CONDITION_OFF', 'CONDITION_CHANGED'] as const)
    if (over[reason].length > 0)
      await services.monitors.endAlerts(db, inArray(sql`condition_id`, over[reason]), reason, now);
  const resting = new Set([...over.CONDITION_OFF, ...over.CONDITION_CHANGED]);
  await db
    .delete(monitorCondition)
    .where(
      and(
        eq(monitorCondition.monitorId, monitorId),
        kept.size > 0 ? notInArray(monitorCondition.id, [...kept]) : undefined,
      ),
    );
  for (const [position, each] of given.entries()) {
    const fields = { ...conditionFields(each), position };
    if (each.id === undefined) await db.insert(monitorCondition).values({ ...fields, monitorId });
    else
      await db
        .update(monitorCondition)
        .set({ ...fields, ...(resting.has(each.id) ? atRest : {}) })
        .where(eq(monitorCondition.id, each.id));
  }
}

function idsOf(given: readonly ConditionInput[], which: (each: ConditionInput) => boolean): number[] {
  return given.flatMap((each) => (each.id !== undefined && which(each) ? [each.id] : []));
}

/** A condition as its row has it, where it stands apart. */
export function conditionFields(each: ConditionInput) {
  const { type, conditionName, resetThreshold, severity, priority } = each;
  const { enabled, notificationAction, notificationChannelIds, ticketingAction } = withDefaults(each);
  return {
    type,
    enabled,
    conditionName: conditionName.trim(),
    parameters: parametersOf(type, each),
    resetThreshold,
    severity,
    priority,
    notificationAction,
    notificationChannelIds: [...new Set(notificationChannelIds)],
    ticketingAction,
    ticketTemplateId: each.ticketTemplateId ?? null,
  };
}
