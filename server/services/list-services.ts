import { asc, eq } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Queries } from '../database/database.ts';
import { deviceService, deviceServiceList } from '../database/schema/services.ts';

/** The services of a device, by their names. */
export async function listServices(db: Queries, nodeId: number): Promise<ReplyOf<Catalogue['listDeviceServices']>> {
  const [list] = await db.select().from(deviceServiceList).where(eq(deviceServiceList.nodeId, nodeId));
  const rows = await db
    .select()
    .from(deviceService)
    .where(eq(deviceService.nodeId, nodeId))
    .orderBy(asc(deviceService.name));
  return {
    manager: list?.manager ?? null,
    reportedAt: list?.reportedAt.toISOString() ?? null,
    items: rows.map(({ name, label, state, start, since, changed }) => ({
      name,
      label,
      state,
      start,
      since: since.toISOString(),
      changed,
    })),
  };
}
