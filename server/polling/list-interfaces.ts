import { asc, eq } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Queries } from '../database/database.ts';
import { deviceInterface } from '../database/schema/polling.ts';

/** The interfaces of a device that the caller sees, by their ifIndex. */
export async function listInterfaces(db: Queries, nodeId: number): Promise<ReplyOf<Catalogue['listDeviceInterfaces']>> {
  const rows = await db
    .select()
    .from(deviceInterface)
    .where(eq(deviceInterface.nodeId, nodeId))
    .orderBy(asc(deviceInterface.index));
  return {
    items: rows.map(({ index, name, alias, enabled, up, speed, inRate, outRate, inErrors, outErrors, turnedAt }) => ({
      index,
      name,
      alias,
      enabled,
      up,
      speed,
      inRate,
      outRate,
      inErrors,
      outErrors,
      turnedAt: turnedAt?.toISOString() ?? null,
    })),
    readAt: rows[0]?.readAt.toISOString() ?? null,
  };
}
