import { and, asc, eq, sql } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { holds } from '../access/permissions.ts';
import { visibleNodes } from '../access/visibility.ts';
import { readDevice } from '../agents/devices.ts';
import type { CallContext } from '../context.ts';
import { node } from '../database/schema/nodes.ts';
import { vmGuest, vmHost } from '../database/schema/vm-hosts.ts';
import { Refused } from '../refused.ts';
import { nameOfNode } from '../nodes/name-of-node.ts';
import { toGuest } from './show-host.ts';

/** @throws Refused `not_found` */
export async function listGuests(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  id: number,
): Promise<ReplyOf<Catalogue['listVmGuests']>> {
  await readDevice(db, actor, id);
  const rows = await db
    .select({ guest: vmGuest, name: nameOfNode, addresses: node.ipAddresses })
    .from(vmGuest)
    .innerJoin(node, eq(node.id, vmGuest.nodeId))
    .where(and(eq(vmGuest.hostNodeId, id), visibleNodes(actor)))
    .orderBy(sql`lower(${nameOfNode})`, asc(vmGuest.nodeId));
  return { items: rows.map((row) => ({ nodeId: row.guest.nodeId, ...toGuest(row) })) };
}

/** Lets the delegate read the host in the next round of its connection. @throws Refused `not_found`, `forbidden`, `device_offline` */
export async function refreshHost(
  { db, actor, now }: Pick<CallContext, 'db' | 'actor' | 'now'>,
  id: number,
): Promise<void> {
  const { clientId } = await readDevice(db, actor, id);
  if (!holds(actor, 'NODE:Update', clientId)) throw new Refused('forbidden');
  const [delegate] = await db
    .select({ isUp: node.isUp })
    .from(vmHost)
    .innerJoin(node, eq(node.id, vmHost.delegateNodeId))
    .where(eq(vmHost.nodeId, id));
  if (!delegate) throw new Refused('not_found');
  if (!delegate.isUp) throw new Refused('device_offline');
  await db.update(vmHost).set({ nextAt: now }).where(eq(vmHost.nodeId, id));
}
