import { and, eq, sql } from 'drizzle-orm';
import { holds } from '../access/permissions.ts';
import { isStandingOrganization, visibleNodes } from '../access/visibility.ts';
import type { CallContext, WriteContext } from '../context.ts';
import { node } from '../database/schema/nodes.ts';
import { organization } from '../database/schema/organizations.ts';
import { isMonitor } from '../nodes/node-types.ts';
import { nameOfNode } from '../nodes/name-of-node.ts';
import { readOrganization } from '../organizations/organizations.ts';
import { Refused } from '../refused.ts';
import { addDeletion, type Deleted, type Plan } from './add-deletion.ts';
import { announceNodes } from './announce-nodes.ts';
import { blockersOf, planDeletion } from './plan.ts';
import { listed, nodesOf, type Scope } from './scope.ts';

/** @throws Refused `not_found`, `forbidden` */
export async function planOrganization(
  context: Pick<CallContext, 'db' | 'actor' | 'services'>,
  id: number,
): Promise<Plan> {
  const { name } = await ownOrganization(context, id);
  return planDeletion(context, {
    name,
    scope: { organizationId: id },
    seesNodes: holds(context.actor, 'NODE:View', id),
  });
}

/** Marks an organization, which takes everything below it out of sight. @throws Refused `not_found`, `forbidden`, `delegate_has_vm_hosts` */
export async function deleteOrganization(context: WriteContext, id: number): Promise<Deleted> {
  const { db } = context;
  const { name } = await ownOrganization(context, id);
  const [locked] = await db
    .select({ id: organization.id })
    .from(organization)
    .where(and(eq(organization.id, id), isStandingOrganization(organization.id)))
    .for('update');
  if (!locked) throw new Refused('not_found');
  const scope = { organizationId: id };
  await requireNoBlocker(context, scope);
  const marked = await addDeletion(context, 'ORGANIZATION', name);
  await announceNodes(context, sql`n.organization_id = ${id}`, { expel: true });
  await db.update(organization).set({ deletionId: marked.deletionId }).where(eq(organization.id, id));
  await context.audit({
    action: 'ORGANIZATION_DELETED',
    entityType: 'ORGANIZATION',
    entityId: id,
    summary: `Deleted organization “${name}”`,
  });
  await context.services.webhooks.queue(db, 'organization.changed', { id, name, change: 'removed' }, context.now);
  await context.announce('organization', [id]);
  return marked;
}

/** What goes with devices that the caller sees. @throws Refused `not_found` */
export async function planDevices(
  context: Pick<CallContext, 'db' | 'actor'>,
  nodeIds: readonly number[],
): Promise<Plan> {
  const seen = await seenDevices(context, nodeIds);
  if (seen.length === 0) throw new Refused('not_found');
  const scope = { nodeIds: seen.map(({ id }) => id) };
  return planDeletion(context, { name: nameOf(seen), scope, seesNodes: true });
}

/** Marks the devices that still stand. @throws Refused `nothing_to_delete`, `forbidden`, `delegate_has_vm_hosts` */
export async function deleteDevices(context: WriteContext, nodeIds: readonly number[]): Promise<Deleted> {
  const { db } = context;
  const seen = await seenDevices(context, nodeIds);
  if (seen.length === 0) throw new Refused('nothing_to_delete');
  const scope = { nodeIds: seen.map(({ id }) => id) };
  // Locked in the order of whoever raises alerts or stores polls.
  await db.execute(sql`select n.id from node n where ${nodesOf(scope)} order by n.id for no key update`);
  await requireNoBlocker(context, scope);
  const marked = await addDeletion(context, 'DEVICES', nameOf(seen));
  const mark = marked.deletionId;
  await db.execute(sql`
    with marked as (update node n set deletion_id = ${mark} where ${nodesOf(scope)} returning n.id)
    update vm_host set deletion_id = ${mark} where node_id in (select id from marked)`);
  await announceNodes(context, sql`n.deletion_id = ${mark}`, { expel: true });
  await auditDevices(context, seen, 'NODE_DELETED', 'Deleted');
  await context.announce('organization', [...new Set(seen.map(({ clientId }) => clientId))]);
  return marked;
}

interface Seen {
  id: number;
  name: string;
  clientId: number;
}

export function seenDevices(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  nodeIds: readonly number[],
): Promise<Seen[]> {
  return db
    .select({ id: node.id, name: nameOfNode, clientId: node.organizationId })
    .from(node)
    .where(and(sql`${node.id} in ${listed(nodeIds)}`, sql`not ${isMonitor}`, visibleNodes(actor)))
    .orderBy(node.id);
}

export function nameOf(seen: readonly Seen[]): string {
  const [first] = seen;
  return seen.length === 1 && first ? first.name : `${seen.length.toLocaleString('en')} devices`;
}

export async function ownOrganization(
  context: Pick<CallContext, 'db' | 'actor' | 'services'>,
  id: number,
): Promise<{ name: string }> {
  const before = await readOrganization(context, id);
  if (!holds(context.actor, 'ORGANIZATION:Delete', id)) throw new Refused('forbidden');
  return before;
}

export async function requireNoBlocker(context: Pick<CallContext, 'db' | 'actor'>, scope: Scope): Promise<void> {
  const [first] = await blockersOf(context, scope);
  if (first) throw new Refused(first.code, { message: first.message });
}

/** Of many devices, an audit row for each of their organizations names the first. */
const MOST_AUDITED = 100;

export async function auditDevices(
  { audit }: Pick<CallContext, 'audit'>,
  devices: readonly Seen[],
  action: string,
  does: string,
): Promise<void> {
  const [first] = devices;
  if (devices.length === 1 && first)
    return audit({ action, entityType: 'NODE', entityId: first.id, summary: `${does} device “${first.name}”` });
  for (const organizationId of new Set(devices.map(({ clientId }) => clientId))) {
    const names = devices.filter(({ clientId }) => clientId === organizationId).map(({ name }) => name);
    await audit({
      action,
      entityType: 'NODE',
      organizationId,
      summary: `${does} ${names.length.toLocaleString('en')} ${names.length === 1 ? 'device' : 'devices'}`,
      detail: { devices: names.slice(0, MOST_AUDITED) },
    });
  }
}
