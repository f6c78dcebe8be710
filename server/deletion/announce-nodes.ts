import { sql, type SQL } from 'drizzle-orm';
import type { WriteContext } from '../context.ts';

/**
 * Tells pages and the processes that run monitors and hold agents that these nodes went or came back. `where` is about `node` as
 * `n`; the caller's transaction sees them.
 */
export async function announceNodes(
  { db, services, announce }: Pick<WriteContext, 'db' | 'services' | 'announce'>,
  where: SQL,
  { expel }: { expel: boolean },
): Promise<void> {
  const { rows } = await db.execute<{ id: number; isMonitor: boolean; hasAgent: boolean }>(sql`
    select n.id, m.node_id is not null as "isMonitor", a.node_id is not null as "hasAgent" from node n
    left join cloud_monitor m on m.node_id = n.id left join agent a on a.node_id = n.id where ${where} order by n.id`);
  const idsOf = (wanted: (row: (typeof rows)[number]) => boolean) => rows.filter(wanted).map(({ id }) => id);
  const monitors = idsOf(({ isMonitor }) => isMonitor);
  const devices = idsOf(({ isMonitor }) => !isMonitor);
  const agents = idsOf(({ hasAgent }) => hasAgent);
  if (monitors.length > 0) await services.monitors.announce(db, monitors);
  if (monitors.length > 0) await announce('monitor', monitors);
  if (devices.length > 0) await announce('node', devices);
  if (expel && agents.length > 0) await services.agents.expel(db, agents);
}
