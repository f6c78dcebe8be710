import { and, count, desc, eq, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { CallContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { maintenanceSuppressed, maintenanceWindow } from '../database/schema/maintenance.ts';
import { node } from '../database/schema/nodes.ts';
import { windowReply } from './windows.ts';

/** Windows of one reply. */
const most = 500;
/** Suppressed alerts and messages of one window in a reply. */
const mostSuppressed = 50;

type Listed = ReplyOf<Catalogue['listMaintenance']>;
type Suppressed = Listed['items'][number]['suppressed'];

/** The windows of a monitor or device that touch the span, newest first, with what they suppressed. */
export async function listWindows(
  { db, services: { screens } }: Pick<CallContext, 'db' | 'services'>,
  nodeId: number,
  { from, to }: { from: Date; to: Date },
): Promise<Listed> {
  const where = and(
    eq(maintenanceWindow.nodeId, nodeId),
    lte(maintenanceWindow.startsAt, to),
    or(isNull(maintenanceWindow.endsAt), gte(maintenanceWindow.endsAt, from)),
  );
  const rows = await db
    .select({ window: maintenanceWindow, nodeClass: node.nodeClass })
    .from(maintenanceWindow)
    .innerJoin(node, eq(node.id, maintenanceWindow.nodeId))
    .where(where)
    .orderBy(desc(maintenanceWindow.startsAt), desc(maintenanceWindow.id))
    .limit(most);
  const [all] = await db.select({ total: count() }).from(maintenanceWindow).where(where);
  const suppressed = await readSuppressed(
    db,
    rows.map(({ window }) => window.id),
  );
  return {
    items: rows.map(({ window, nodeClass }) => ({
      ...windowReply(screens, window, nodeClass),
      suppressed: suppressed.get(window.id) ?? { items: [], total: 0 },
    })),
    total: all?.total ?? 0,
  };
}

async function readSuppressed(db: Queries, windowIds: readonly number[]): Promise<Map<number, Suppressed>> {
  if (windowIds.length === 0) return new Map();
  const { id, windowId, kind, news, at, conditionName, message } = maintenanceSuppressed;
  const place = sql<number>`row_number() over (partition by ${windowId} order by ${at} desc, ${id} desc)`.as('place');
  const total = sql<number>`(count(*) over (partition by ${windowId}))::int`.as('total');
  const ranked = db
    .select({ windowId, kind, news, at, conditionName, message, place, total })
    .from(maintenanceSuppressed)
    .where(inArray(windowId, [...windowIds]))
    .as('ranked');
  const rows = await db
    .select()
    .from(ranked)
    .where(lte(ranked.place, mostSuppressed))
    .orderBy(ranked.windowId, ranked.place);
  const found = new Map<number, Suppressed>();
  for (const row of rows) {
    const of = found.get(row.windowId) ?? { items: [], total: row.total };
    of.items.push({
      kind: row.kind,
      news: row.news,
      at: row.at.toISOString(),
      conditionName: row.conditionName,
      message: row.message,
    });
    found.set(row.windowId, of);
  }
  return found;
}
