import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { AuditEntry } from '../audit/audit-entry.ts';
import { appendAudit } from '../audit/chain.ts';
import type { Database, Queries } from '../database/database.ts';
import { deletion, type DeletionKind } from '../database/schema/deletion.ts';
import { alert } from '../database/schema/monitors.ts';
import { node } from '../database/schema/nodes.ts';
import { organization } from '../database/schema/organizations.ts';
import { policy } from '../database/schema/policy.ts';
import { ticketTemplate } from '../database/schema/ticket-template.ts';
import { appUser } from '../database/schema/users.ts';
import { isStandingUser } from '../access/visibility.ts';
import type { Alerts } from '../monitors/alerts/alerts.ts';
import { dropHistory } from '../monitors/results/rollup.ts';
import type { Secrets } from '../secrets.ts';
import { dropVariantsOf } from '../studio/variants.ts';
import { grantsOf, policyGrantsOf } from './plan-tables.ts';
import { vmHost } from '../database/schema/vm-hosts.ts';

interface Purging {
  database: Database;
  secrets: Secrets;
  alerts: Pick<Alerts, 'end'>;
}

/** Nodes of one transaction. */
const batch = 200;

/** Purges every deletion that cannot be undone any more, a batch at a time: what a killed server left, the next one goes on with. */
export async function purgeDeletions(tools: Purging, now: Date = new Date()): Promise<void> {
  while (await purgeStep(tools, now));
}

/** One transaction: some of the nodes of a deletion, or what is left without them. False when there is nothing to do. */
export async function purgeStep({ database, secrets, alerts }: Purging, now: Date): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await alone(tx))) return false;
    const [due] = await tx
      .select()
      .from(deletion)
      .where(lte(deletion.purgeAt, now))
      .orderBy(asc(deletion.purgeAt), asc(deletion.id))
      .limit(1)
      .for('update');
    if (!due) return false;
    // An undo that waits for this row finds the purge under way.
    if (!due.purging) await tx.update(deletion).set({ purging: true }).where(eq(deletion.id, due.id));
    const nodes = await nextNodes(tx, due.id);
    if (nodes.length > 0) {
      await removeNodes(tx, nodes, alerts, now);
      return true;
    }
    await finish(tx, secrets, due, now);
    return true;
  });
}

/** Hosts before their delegates, which they refer to. */
async function nextNodes(tx: Queries, id: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select n.id from node n
    where n.deletion_id = ${id} or n.organization_id in (select o.id from organization o where o.deletion_id = ${id})
    order by exists (select 1 from vm_host h where h.delegate_node_id = n.id), n.id limit ${batch}`);
  return rows.map(({ id: found }) => found);
}

async function removeNodes(tx: Queries, ids: number[], alerts: Pick<Alerts, 'end'>, now: Date): Promise<void> {
  await tx.select({ id: node.id }).from(node).where(inArray(node.id, ids)).orderBy(node.id).for('update');
  const monitors = sql`(select m.node_id from cloud_monitor m)`;
  const these = inArray(alert.monitorId, ids);
  await alerts.end(tx, and(these, sql`${alert.monitorId} in ${monitors}`) ?? these, 'MONITOR_REMOVED', now);
  await alerts.end(tx, these, 'DEVICE_REMOVED', now);
  await dropHistory(tx, ids);
  await tx.delete(vmHost).where(inArray(vmHost.nodeId, ids));
  await tx.delete(node).where(inArray(node.id, ids));
}

const finalWords: Readonly<Record<DeletionKind, { entityType: string; words: string }>> = {
  ORGANIZATION: { entityType: 'ORGANIZATION', words: 'organization ' },
  DEVICES: { entityType: 'NODE', words: '' },
  USER: { entityType: 'USER', words: 'user ' },
  POLICY: { entityType: 'POLICY', words: 'the policy ' },
  TICKET_TEMPLATE: { entityType: 'TICKET_TEMPLATE', words: 'the ticket template ' },
};

/** Removes what is left without the nodes; returns the id of the organization, user, policy or ticket template. */
const removeWays: Readonly<Record<DeletionKind, (tx: Queries, deletionId: number) => Promise<number | undefined>>> = {
  ORGANIZATION: async (tx, id) => {
    const where = eq(organization.deletionId, id);
    const [gone] = await tx.delete(organization).where(where).returning({ id: organization.id });
    if (gone) {
      await tx.execute(sql`delete from user_grant g where ${grantsOf(gone.id)}`);
      await dropVariantsOf(tx, gone.id);
    }
    return gone?.id;
  },
  DEVICES: async () => undefined,
  USER: async (tx, id) => {
    await tx.execute(sql`
      update scheduled_task_target t set state = 'CANCELLED', reason = 'The user who scheduled it was deleted.'
      from scheduled_task s join app_user u on u.id = s.user_id
      where s.id = t.task_id and t.state = 'WAITING' and u.deletion_id = ${id}`);
    await tx.execute(sql`
      update mail_outbox m set state = 'failed', error = 'The user was deleted.', body = '' from app_user u
      where m.state = 'pending' and m.alert_id is not null and u.deletion_id = ${id} and lower(m.recipient) = lower(u.email)
        and not exists (select 1 from app_user other where lower(other.email) = lower(u.email) and ${isStandingUser('other')})`);
    const [gone] = await tx.delete(appUser).where(eq(appUser.deletionId, id)).returning({ id: appUser.id });
    return gone?.id;
  },
  POLICY: async (tx, id) => {
    // What used it was deleted before, and is purged before as long as the clock does not jump.
    const ours = sql`(select p.id from policy p where p.deletion_id = ${id})`;
    await tx.execute(sql`update policy set parent_policy_id = null where parent_policy_id in ${ours}`);
    await tx.execute(sql`update node set policy_id = null where policy_id in ${ours}`);
    await tx.execute(sql`delete from policy_assignment where policy_id in ${ours}`);
    const [gone] = await tx.delete(policy).where(eq(policy.deletionId, id)).returning({ id: policy.id });
    if (gone) await tx.execute(sql`delete from user_grant g where ${policyGrantsOf(gone.id)}`);
    return gone?.id;
  },
  TICKET_TEMPLATE: async (tx, id) => {
    const where = eq(ticketTemplate.deletionId, id);
    const [gone] = await tx.delete(ticketTemplate).where(where).returning({ id: ticketTemplate.id });
    return gone?.id;
  },
};

async function finish(tx: Queries, secrets: Secrets, due: typeof deletion.$inferSelect, now: Date): Promise<void> {
  const entityId = await removeWays[due.kind](tx, due.id);
  await tx.delete(deletion).where(eq(deletion.id, due.id));
  const { entityType, words } = finalWords[due.kind];
  const entry: AuditEntry = {
    action: `${entityType}_PURGED`,
    entityType,
    ...(entityId !== undefined && { entityId }),
    summary: `The deletion of ${words}“${due.name}” became final`,
  };
  await appendAudit(tx, secrets, { userId: null, name: 'Cairn', ip: '', at: now }, [entry]);
}

/** Holds the other servers off until the transaction ends: a delegate must not go before its hosts. */
async function alone(tx: Queries): Promise<boolean> {
  const { rows } = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('cairn.deletion')) as mine`,
  );
  return rows[0]?.mine === true;
}
