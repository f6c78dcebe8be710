import { count, eq, sql } from 'drizzle-orm';
import type { QueryOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { CallContext } from '../context.ts';
import { networkScanHost } from '../database/schema/network-scans.ts';
import { placeOfAddress } from '../runs/read-items.ts';
import { requireDiscovery } from './read-discoveries.ts';

type Reply = ReplyOf<Catalogue['listNewDevices']>;

/** The devices that a run of a network scan found new, by address. @throws Refused `not_found` */
export async function listNewDevices(
  context: Pick<CallContext, 'db' | 'actor' | 'now'>,
  id: string,
  { limit = 100, offset = 0 }: QueryOf<Catalogue['listNewDevices']>,
): Promise<Reply> {
  const { db } = context;
  await requireDiscovery(context, id);
  const where = eq(networkScanHost.foundBy, id);
  const rows = await db
    .select()
    .from(networkScanHost)
    .where(where)
    .orderBy(placeOfAddress(sql`${networkScanHost.ip}`), networkScanHost.id)
    .limit(limit)
    .offset(offset);
  const [all] = await db.select({ total: count() }).from(networkScanHost).where(where);
  return { items: rows.map(toReply), total: all?.total ?? 0 };
}

function toReply(host: typeof networkScanHost.$inferSelect): Reply['items'][number] {
  const { id, ip, mac, name, vendor, knownBy, isNew } = host;
  return {
    id,
    ip,
    mac,
    name,
    vendor,
    knownBy,
    standing: isNew ? 'new' : knownBy === null ? 'added' : 'known',
    firstSeenAt: host.firstSeenAt.toISOString(),
    lastSeenAt: host.lastSeenAt.toISOString(),
  };
}
