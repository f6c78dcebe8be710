import { and, desc, eq, gt, sql, type SQL } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { isStandingOrganization, organizationsWith } from '../access/visibility.ts';
import type { Actor } from '../access/actor.ts';
import type { CallContext, WriteContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { deletion, type DeletionKind } from '../database/schema/deletion.ts';
import { node } from '../database/schema/nodes.ts';
import { organization } from '../database/schema/organizations.ts';
import { policy } from '../database/schema/policy.ts';
import { nameOfNode } from '../nodes/name-of-node.ts';
import { anyPolicyWith } from '../policy/policies-with.ts';
import { Refused } from '../refused.ts';
import { announceNodes } from './announce-nodes.ts';
import { auditDevices } from './mark.ts';
import { requirePoliciesOf } from './require-policies.ts';
import { restorePolicy, restoreTicketTemplate, restoreUser } from './restore.ts';
import { unlessTaken } from './unless-taken.ts';

type Row = typeof deletion.$inferSelect;

/** Deletions that are not final and that the actor might have made: it may delete what they deleted. */
function undoable(actor: Actor, now: Date): SQL | undefined {
  const mayOrganization = and(
    organizationsWith(actor, 'ORGANIZATION:View'),
    organizationsWith(actor, 'ORGANIZATION:Delete'),
  );
  const mayNodes = and(
    organizationsWith(actor, 'ORGANIZATION:View', node.organizationId),
    organizationsWith(actor, 'NODE:View', node.organizationId),
    organizationsWith(actor, 'NODE:Delete', node.organizationId),
    isStandingOrganization(node.organizationId),
  );
  const mayPolicy = and(anyPolicyWith(actor, 'POLICY:View'), anyPolicyWith(actor, 'POLICY:Delete'));
  return and(
    gt(deletion.purgeAt, now),
    eq(deletion.purging, false),
    sql`case ${deletion.kind} when 'ORGANIZATION'
      then exists (select 1 from ${organization} where ${organization.deletionId} = ${deletion.id} and ${mayOrganization}
        and not exists (select 1 from ${node} where ${node.organizationId} = ${organization.id}
          and not ${organizationsWith(actor, 'NODE:Delete', node.organizationId)}))
      when 'USER' then ${isSysadmin(actor)} when 'TICKET_TEMPLATE' then ${isSysadmin(actor)}
      when 'POLICY' then exists (select 1 from ${policy} where ${policy.deletionId} = ${deletion.id} and ${mayPolicy})
      else exists (select 1 from ${node} where ${node.deletionId} = ${deletion.id})
        and not exists (select 1 from ${node} where ${node.deletionId} = ${deletion.id} and not (${mayNodes})) end`,
  );
}

const going = sql`(${node.deletionId} = ${deletion.id} or ${node.organizationId} in (
  select ${organization.id} from ${organization} where ${organization.deletionId} = ${deletion.id}))`;
const monitorOf = sql`exists (select 1 from cloud_monitor m where m.node_id = ${node.id})`;

/** The latest first. */
export async function listDeletions({
  db,
  actor,
  now,
}: Pick<CallContext, 'db' | 'actor' | 'now'>): Promise<ReplyOf<Catalogue['listDeletions']>> {
  const rows = await db
    .select({
      id: deletion.id,
      kind: deletion.kind,
      name: deletion.name,
      deletedBy: deletion.deletedBy,
      deletedAt: deletion.deletedAt,
      purgeAt: deletion.purgeAt,
      clientName: sql<string | null>`(select case when count(distinct o.id) = 1 then min(o.name) end
        from node n join organization o on o.id = n.organization_id where n.deletion_id = "deletion"."id")`,
      deviceCount: sql<number>`(select count(*)::int from ${node} where ${going} and not ${monitorOf})`,
      monitorCount: sql<number>`(select count(*)::int from ${node} where ${going} and ${monitorOf})`,
    })
    .from(deletion)
    .where(undoable(actor, now))
    .orderBy(desc(deletion.id))
    .limit(500);
  return rows.map(({ deletedAt, purgeAt, ...row }) => ({
    ...row,
    deletedAt: deletedAt.toISOString(),
    undoUntil: purgeAt.toISOString(),
  }));
}

/**
 * Restores what was deleted as it was.
 * @throws Refused `not_found`, `undo_too_late`, `undo_needs_delegate`, `undo_needs_policy`, and those of `unlessTaken`
 */
export async function undoDeletion(context: CallContext, id: number): Promise<string> {
  const { db, actor, now } = context;
  const [locked] = await db.select().from(deletion).where(eq(deletion.id, id)).for('update');
  if (!locked) throw new Refused('not_found');
  const [own] = await db
    .select({ id: deletion.id })
    .from(deletion)
    .where(and(eq(deletion.id, id), undoable(actor, now)));
  if (!own) throw new Refused(locked.purging || locked.purgeAt <= now ? 'undo_too_late' : 'not_found');
  await restoreWays[locked.kind](context, locked);
  await db.delete(deletion).where(eq(deletion.id, id));
  return locked.name;
}

const isSysadmin = (actor: Actor) => sql.raw(String(actor.kind === 'user' && actor.sysadmin));

const restoreWays: Readonly<Record<DeletionKind, (context: CallContext, row: Row) => Promise<void>>> = {
  ORGANIZATION: restoreOrganization,
  DEVICES: restoreDevices,
  USER: restoreUser,
  POLICY: restorePolicy,
  TICKET_TEMPLATE: restoreTicketTemplate,
};

async function restoreOrganization(context: WriteContext, { id, name }: Row): Promise<void> {
  const { db } = context;
  await requirePoliciesOf(db, { organizationOf: id });
  const [restored] = await unlessTaken(name, () =>
    db
      .update(organization)
      .set({ deletionId: null })
      .where(eq(organization.deletionId, id))
      .returning({ id: organization.id }),
  );
  if (!restored) throw new Refused('not_found');
  await graceAgents(db, sql`n.organization_id = ${restored.id}`, context.now);
  await announceNodes(context, sql`n.organization_id = ${restored.id}`, { expel: false });
  await context.audit({
    action: 'ORGANIZATION_RESTORED',
    entityType: 'ORGANIZATION',
    entityId: restored.id,
    summary: `Restored organization “${name}”`,
  });
  const event = { id: restored.id, name, change: 'added' as const };
  await context.services.webhooks.queue(db, 'organization.changed', event, context.now);
  await context.announce('organization', [restored.id]);
}

async function restoreDevices(context: WriteContext, { id, name }: Row): Promise<void> {
  const { db } = context;
  const { rows: orphans } = await db.execute(sql`
    select h.node_id from vm_host h join node d on d.id = h.delegate_node_id
    where h.deletion_id = ${id} and d.deletion_id is not null and d.deletion_id <> ${id} limit 1`);
  if (orphans.length > 0) throw new Refused('undo_needs_delegate');
  await requirePoliciesOf(db, { nodesOf: id });
  const devices = await db
    .select({ id: node.id, name: nameOfNode, clientId: node.organizationId })
    .from(node)
    .where(eq(node.deletionId, id))
    .orderBy(node.id);
  await unlessTaken(name, () => db.execute(sql`update vm_host set deletion_id = null where deletion_id = ${id}`));
  await graceAgents(db, sql`n.deletion_id = ${id}`, context.now);
  await announceNodes(context, sql`n.deletion_id = ${id}`, { expel: false });
  await db.update(node).set({ deletionId: null }).where(eq(node.deletionId, id));
  await auditDevices(context, devices, 'NODE_RESTORED', 'Restored');
  await context.announce('organization', [...new Set(devices.map(({ clientId }) => clientId))]);
}

/** Nobody listened to the agents of devices that were online: they have the usual time to return before they count as offline. */
async function graceAgents(db: Queries, where: SQL, now: Date): Promise<void> {
  const at = now.toISOString();
  await db.execute(sql`
    update agent a set last_seen_at = ${at}, disconnected_at = ${at} from node n
    where n.id = a.node_id and n.is_up and ${where}`);
}
