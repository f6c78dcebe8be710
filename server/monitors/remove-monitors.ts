import { inArray, sql } from 'drizzle-orm';
import { node } from '../database/schema/nodes.ts';
import type { CallContext } from '../context.ts';
import { dropHistory } from './results/rollup.ts';

/** Deletes monitors with their history. Who was notified of their open alerts hears that those ended. */
export async function removeMonitors(
  { db, now, services }: Pick<CallContext, 'db' | 'services' | 'now'>,
  ids: readonly number[],
): Promise<void> {
  await services.monitors.endAlerts(db, inArray(sql`monitor_id`, [...ids]), 'MONITOR_REMOVED', now);
  await dropHistory(db, ids);
  await db.delete(node).where(inArray(node.id, [...ids]));
  await services.monitors.announce(db, ids);
}
