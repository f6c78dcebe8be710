import { and, eq, inArray, sql } from 'drizzle-orm';
import { holds } from '../access/permissions.ts';
import { visibleOrganizations } from '../access/visibility.ts';
import { location, node, organization } from '../database/schema/core.ts';
import { cloudMonitor, monitorCondition } from '../database/schema/monitors.ts';
import { violatedForeignKey } from '../database/violations.ts';
import { Refused, type CallContext } from '../http/handler.ts';
import { requireFields } from '../http/require-fields.ts';
import { configOf, type Input, type SetupInput } from './checked-input.ts';
import type { StoredConfig } from './checks/check.ts';
import { atRest, saveConditions } from './conditions/save-conditions.ts';

/** C23-16. */
const nodeTypeOf = ({ monitorType }: Input) =>
  monitorType === 'EMAIL' ? 'CLOUD_MONITOR_TARGET_EMAIL_SERVER' : 'CLOUD_MONITOR_TARGET';
const nodeRole = 'cloud-monitor';
const unknownPlace = 'Choose a location of the organization.';

/** @throws Refused `invalid_input` for a place that is not seen or does not fit, `forbidden` */
export async function requirePlace(
  { db, actor }: CallContext,
  { clientId, locationId }: SetupInput,
  permission: 'NODE:Create' | 'NODE:Update',
): Promise<void> {
  const [seen] = await db
    .select({ id: organization.id })
    .from(organization)
    .where(and(eq(organization.id, clientId), visibleOrganizations(actor)));
  requireFields({ '/clientId': seen ? undefined : 'Choose one of the options' });
  if (!holds(actor, permission, clientId)) throw new Refused('forbidden');
  const [place] = await db
    .select({ id: location.id })
    .from(location)
    .where(and(eq(location.id, locationId), eq(location.organizationId, clientId)));
  requireFields({ '/locationId': place ? undefined : unknownPlace });
}

export async function addMonitor(context: CallContext, input: Input): Promise<number> {
  const { db, now } = context;
  const id = await placed(async () => {
    const values = {
      ...nodeFields(input),
      nodeClass: 'CLOUD_MONITOR_TARGET',
      nodeType: nodeTypeOf(input),
      nodeRoleId: nodeRole,
      createdAt: now,
      updatedAt: now,
    };
    const [row] = await db.insert(node).values(values).returning({ id: node.id });
    if (!row) throw new Error('The monitor was not stored');
    return row.id;
  });
  await db.insert(cloudMonitor).values({
    nodeId: id,
    ...monitorFields(input),
    monitorType: input.monitorType,
    config: configOf(context, input, {}),
  });
  await saveConditions(context, id, input.conditions);
  await context.services.monitors.announce(db, [id]);
  return id;
}

/** @throws Refused `not_found` */
export async function monitorRow({ db }: CallContext, id: number) {
  const [row] = await db.select().from(cloudMonitor).where(eq(cloudMonitor.nodeId, id));
  if (!row) throw new Refused('not_found');
  return row;
}

/** The same, locked until the transaction ends. @throws Refused `not_found` */
export async function lockedMonitor({ db }: CallContext, id: number) {
  const [row] = await db.select().from(cloudMonitor).where(eq(cloudMonitor.nodeId, id)).for('no key update');
  if (!row) throw new Refused('not_found');
  return row;
}

export async function saveMonitor(context: CallContext, id: number, input: Input, stored: StoredConfig): Promise<void> {
  const { db, now, services } = context;
  await placed(() =>
    db
      .update(node)
      .set({ ...nodeFields(input), updatedAt: now })
      .where(eq(node.id, id)),
  );
  await db
    .update(cloudMonitor)
    .set({ ...monitorFields(input), config: configOf(context, input, stored) })
    .where(eq(cloudMonitor.nodeId, id));
  if (!input.enabled) await rest(context, [id]);
  await saveConditions(context, id, input.conditions);
  await services.monitors.announce(db, [id]);
}

/** Pauses or resumes monitors that the caller has locked. */
export async function enableMonitors(context: CallContext, ids: readonly number[], enabled: boolean): Promise<void> {
  const { db, now, services } = context;
  await db
    .update(cloudMonitor)
    .set({ enabled })
    .where(inArray(cloudMonitor.nodeId, [...ids]));
  await db
    .update(node)
    .set({ updatedAt: now })
    .where(inArray(node.id, [...ids]));
  if (!enabled) await rest(context, ids);
  await services.monitors.announce(db, ids);
}

/** Paused monitors are neither up nor down, and what they raised is over: nothing would reset it. */
async function rest({ db, now, services }: CallContext, ids: readonly number[]): Promise<void> {
  const each = sql`(select json_array_elements_text(${JSON.stringify(ids)}::json)::int)`;
  await services.monitors.closeAlerts(db, sql`monitor_id in ${each}`, now);
  await db
    .update(monitorCondition)
    .set(atRest)
    .where(inArray(monitorCondition.monitorId, [...ids]));
  await db
    .update(node)
    .set({ isUp: false, isDown: false })
    .where(inArray(node.id, [...ids]));
}

function nodeFields({ monitorName, clientId, locationId }: Input) {
  return { name: monitorName, systemName: monitorName, organizationId: clientId, locationId };
}

function monitorFields({ enabled, frequency, timeout }: Input) {
  return { enabled, frequency, timeout };
}

/** The location may have been removed in between; the foreign key then refuses. */
async function placed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedForeignKey(error) !== 'node_place') throw error;
    throw new Refused('invalid_input', { fields: { '/locationId': unknownPlace }, cause: error });
  }
}
