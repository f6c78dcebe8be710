import { eq, inArray } from 'drizzle-orm';
import { holds } from '../access/permissions.ts';
import { node } from '../database/schema/nodes.ts';
import { alert } from '../database/schema/monitors.ts';
import { vmGuest, vmHost } from '../database/schema/vm-hosts.ts';
import { dropHistory } from '../monitors/results/rollup.ts';
import { Refused } from '../refused.ts';
import type { CallContext } from '../context.ts';
import { readDevice } from './devices.ts';

/** Deletes a device with its key, commands, inventory and results of polls, and closes its connection in every process. @throws Refused `not_found`, `forbidden`, `delegate_has_vm_hosts` */
export async function removeDevice(context: CallContext, id: number): Promise<void> {
  const { db, actor, services, now } = context;
  const { name, clientId } = await readDevice(db, actor, id);
  if (!holds(actor, 'NODE:Delete', clientId)) throw new Refused('forbidden');
  // F10-12
  const [delegated] = await db.select({ id: vmHost.nodeId }).from(vmHost).where(eq(vmHost.delegateNodeId, id)).limit(1);
  if (delegated) throw new Refused('delegate_has_vm_hosts');
  // A host takes its guests along.
  const guests = await db.select({ id: vmGuest.nodeId }).from(vmGuest).where(eq(vmGuest.hostNodeId, id));
  if (guests.length > 0)
    await db.delete(node).where(
      inArray(
        node.id,
        guests.map((guest) => guest.id),
      ),
    );
  // Locked first, as who raises its alerts does.
  await db.select({ id: node.id }).from(node).where(eq(node.id, id)).for('update');
  await services.monitors.endAlerts(db, eq(alert.monitorId, id), 'DEVICE_REMOVED', now);
  await dropHistory(db, [id]);
  await db.delete(node).where(eq(node.id, id));
  await context.audit({
    action: 'NODE_DELETED',
    entityType: 'NODE',
    entityId: id,
    summary: `Deleted device “${name}”`,
  });
  await services.agents.expel(db, id);
  await context.announce('node', [id]);
  // Its count of devices changed.
  await context.announce('organization', [clientId]);
}
