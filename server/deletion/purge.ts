import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { AuditEntry } from '../audit/audit-entry.ts';
import { appendAudit } from '../audit/chain.ts';
import type { Database, Queries } from '../database/database.ts';
import { deletion } from '../database/schema/deletion.ts';
import { alert } from '../database/schema/monitors.ts';
import { node } from '../database/schema/nodes.ts';
import { organization } from '../database/schema/organizations.ts';
import type { Alerts } from '../monitors/alerts/alerts.ts';
import { dropHistory } from '../monitors/results/rollup.ts';
import type { Secrets } from '../secrets.ts';
import { grantsOf } from './plan-tables.ts';
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

async function finish(tx: Queries, secrets: Secrets, due: typeof deletion.$inferSelect, now: Date): Promise<void> {
  const [gone] = await tx
    .delete(organization)
    .where(eq(organization.deletionId, due.id))
    .returning({ id: organization.id });
  if (gone) await tx.execute(sql`delete from user_grant g where ${grantsOf(gone.id)}`);
  await tx.delete(deletion).where(eq(deletion.id, due.id));
  const entry: AuditEntry =
    due.kind === 'ORGANIZATION'
      ? {
          action: 'ORGANIZATION_PURGED',
          entityType: 'ORGANIZATION',
          ...(gone && { entityId: gone.id }),
          summary: `The deletion of organization “${due.name}” became final`,
        }
      : { action: 'NODE_PURGED', entityType: 'NODE', summary: `The deletion of “${due.name}” became final` };
  await appendAudit(tx, secrets, { userId: null, name: 'Cairn', ip: '', at: now }, [entry]);
}

/** Holds the other servers off until the transaction ends: a delegate must not go before its hosts. */
async function alone(tx: Queries): Promise<boolean> {
  const { rows } = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('cairn.deletion')) as mine`,
  );
  return rows[0]?.mine === true;
}
