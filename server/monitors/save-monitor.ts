import { and, eq, inArray } from 'drizzle-orm';
import { holds } from '../access/permissions.ts';
import { visibleOrganizations } from '../access/visibility.ts';
import { node } from '../database/schema/nodes.ts';
import { location, organization } from '../database/schema/organizations.ts';
import { cloudMonitor } from '../database/schema/monitors.ts';
import { violatedForeignKey } from '../database/violations.ts';
import { Refused } from '../refused.ts';
import type { WriteContext } from '../context.ts';
import { requireFields } from '../require-fields.ts';
import { nextRevision } from '../revision.ts';
import { configOf, type CheckedInput, type Input, type SetupInput } from './checked-input.ts';
import type { StoredConfig } from './checks/check.ts';
import { saveConditions } from './conditions/save-conditions.ts';
import { pauseOrResume } from './pause.ts';
import { monitorTypes } from './types/registry.ts';

/** C23-16. */
const nodeTypeOf = ({ monitorType }: Input) => monitorTypes[monitorType].nodeType ?? 'CLOUD_MONITOR_TARGET';
const nodeRole = 'cloud-monitor';
const unknownPlace = 'Choose a location of the organization.';

/**
 * `at` is where the body of the call holds the monitor.
 * @throws Refused `invalid_input` for a place that is not seen or does not fit, `forbidden`
 */
export async function requirePlace(
  { db, actor }: WriteContext,
  { clientId, locationId }: SetupInput,
  permission: 'NODE:Create' | 'NODE:Update',
  at = '',
): Promise<void> {
  const [seen] = await db
    .select({ id: organization.id })
    .from(organization)
    .where(and(eq(organization.id, clientId), visibleOrganizations(actor)));
  requireFields({ [`${at}/clientId`]: seen ? undefined : 'Choose one of the options' });
  if (!holds(actor, permission, clientId)) throw new Refused('forbidden');
  const [place] = await db
    .select({ id: location.id })
    .from(location)
    .where(and(eq(location.id, locationId), eq(location.organizationId, clientId)));
  requireFields({ [`${at}/locationId`]: place ? undefined : unknownPlace });
}

export async function addMonitor(context: WriteContext, input: CheckedInput): Promise<number> {
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
    enabled: input.enabled,
    pausedAt: input.enabled ? null : now,
    monitorType: input.monitorType,
    config: configOf(context, input, {}),
  });
  await saveConditions(context, id, input.conditions);
  await context.services.monitors.announce(db, [id]);
  return id;
}

/** @throws Refused `not_found` */
export async function monitorRow({ db }: WriteContext, id: number) {
  const [row] = await db.select().from(cloudMonitor).where(eq(cloudMonitor.nodeId, id));
  if (!row) throw new Refused('not_found');
  return row;
}

/** The same, locked until the transaction ends. @throws Refused `not_found` */
export async function lockedMonitor({ db }: WriteContext, id: number) {
  const [row] = await db.select().from(cloudMonitor).where(eq(cloudMonitor.nodeId, id)).for('no key update');
  if (!row) throw new Refused('not_found');
  return row;
}

export async function saveMonitor(
  context: WriteContext,
  id: number,
  input: CheckedInput,
  stored: StoredConfig,
): Promise<void> {
  const { db, now, services } = context;
  await placed(() =>
    db
      .update(node)
      .set({ ...nodeFields(input), updatedAt: now })
      .where(eq(node.id, id)),
  );
  await db
    .update(cloudMonitor)
    .set({
      ...monitorFields(input),
      config: configOf(context, input, stored),
      revision: nextRevision(cloudMonitor.revision),
    })
    .where(eq(cloudMonitor.nodeId, id));
  await pauseOrResume(context, [id], input.enabled);
  await saveConditions(context, id, input.conditions);
  await services.monitors.announce(db, [id]);
}

/** Pauses or resumes monitors that the caller has locked. */
export async function enableMonitors(context: WriteContext, ids: readonly number[], enabled: boolean): Promise<void> {
  const { db, now, services } = context;
  await pauseOrResume(context, ids, enabled);
  await db
    .update(node)
    .set({ updatedAt: now })
    .where(inArray(node.id, [...ids]));
  await services.monitors.announce(db, ids);
}

function nodeFields({ monitorName, clientId, locationId }: Input) {
  return { name: monitorName, systemName: monitorName, organizationId: clientId, locationId };
}

function monitorFields({ frequency, timeout, custom }: CheckedInput) {
  return { frequency, timeout, custom };
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
