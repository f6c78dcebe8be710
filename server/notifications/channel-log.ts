import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { ChannelDelivery } from '#api/contract/notifications.ts';
import type { Queries } from '../database/database.ts';
import { node } from '../database/schema/nodes.ts';
import { organization } from '../database/schema/organizations.ts';
import { cloudMonitor, monitorCondition } from '../database/schema/monitors.ts';
import { notificationDelivery } from '../database/schema/notifications.ts';
import { toldDelivery } from '../deliveries/told-delivery.ts';
import { Refused } from '../refused.ts';
import { isStandingNodeId } from '../access/visibility.ts';

type DeliveryReply = Static<typeof ChannelDelivery>;
interface PageOf {
  limit?: number;
  offset?: number;
}

/** What was sent to a channel, newest first. */
export async function listDeliveries(
  db: Queries,
  channelId: number,
  { limit = 100, offset = 0 }: PageOf,
): Promise<{ items: DeliveryReply[]; total: number }> {
  const where = eq(notificationDelivery.channelId, channelId);
  const rows = await db
    .select()
    .from(notificationDelivery)
    .where(where)
    .orderBy(desc(notificationDelivery.id))
    .limit(limit)
    .offset(offset);
  const [all] = await db.select({ total: count() }).from(notificationDelivery).where(where);
  return { items: await toReplies(db, rows), total: all?.total ?? 0 };
}

/** These deliveries in the order of their ids. */
export async function readDeliveries(db: Queries, ids: readonly number[]): Promise<DeliveryReply[]> {
  const rows = await db
    .select()
    .from(notificationDelivery)
    .where(inArray(notificationDelivery.id, [...ids]))
    .orderBy(asc(notificationDelivery.id));
  return toReplies(db, rows);
}

/** Makes a delivery due now with all its attempts before it, whatever became of it. @throws Refused `not_found` */
export async function makeDue(db: Queries, channelId: number, id: number, now: Date): Promise<DeliveryReply> {
  const [row] = await db
    .update(notificationDelivery)
    .set({ state: 'pending', attempts: 0, nextAttemptAt: now, deliveredAt: null })
    .where(and(eq(notificationDelivery.id, id), eq(notificationDelivery.channelId, channelId)))
    .returning();
  const [reply] = row ? await toReplies(db, [row]) : [];
  if (!reply) throw new Refused('not_found');
  return reply;
}

/** The conditions of monitors that send to a channel, by monitor; those of devices are copies of one setting. */
export async function listConditionsOf(
  db: Queries,
  channelId: number,
  { limit = 100, offset = 0 }: PageOf,
): Promise<ReplyOf<Catalogue['listChannelConditions']>> {
  const where = and(
    sql`${channelId}::int = any(${monitorCondition.notificationChannelIds})`,
    isStandingNodeId(monitorCondition.monitorId),
  );
  const items = await db
    .select({
      id: monitorCondition.id,
      conditionName: monitorCondition.conditionName,
      monitorId: monitorCondition.monitorId,
      monitorName: node.name,
      clientName: organization.name,
    })
    .from(monitorCondition)
    .innerJoin(cloudMonitor, eq(cloudMonitor.nodeId, monitorCondition.monitorId))
    .innerJoin(node, eq(node.id, monitorCondition.monitorId))
    .innerJoin(organization, eq(organization.id, node.organizationId))
    .where(where)
    .orderBy(asc(sql`lower(${node.name})`), asc(monitorCondition.position))
    .limit(limit)
    .offset(offset);
  const [all] = await db
    .select({ total: count() })
    .from(monitorCondition)
    .innerJoin(cloudMonitor, eq(cloudMonitor.nodeId, monitorCondition.monitorId))
    .where(where);
  return { items, total: all?.total ?? 0 };
}

async function toReplies(
  db: Queries,
  rows: readonly (typeof notificationDelivery.$inferSelect)[],
): Promise<DeliveryReply[]> {
  const ids = [...new Set(rows.flatMap(({ monitorId }) => monitorId ?? []))];
  const monitors = await db
    .select({ id: cloudMonitor.nodeId })
    .from(cloudMonitor)
    .where(inArray(cloudMonitor.nodeId, ids));
  return rows.map((row) => {
    const { recipient, monitorId, monitorName } = row;
    const ofDevice = monitorId !== null && !monitors.some(({ id }) => id === monitorId);
    return { ...toldDelivery(row), recipient, monitorId, monitorName, ofDevice };
  });
}
