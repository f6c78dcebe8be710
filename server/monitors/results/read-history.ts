import { and, count, desc, eq, gte, isNull, lte, or } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Queries } from '../../database/database.ts';
import { alert } from '../../database/schema/monitors.ts';

const most = 500;

/** When a monitor's conditions were raised and reset: the alerts that touch the span, newest first. */
export async function readHistory(
  db: Queries,
  monitorId: number,
  { from, to }: { from: Date; to: Date },
): Promise<ReplyOf<Catalogue['listConditionHistory']>> {
  const where = and(
    eq(alert.monitorId, monitorId),
    lte(alert.raisedAt, to),
    or(isNull(alert.resetAt), gte(alert.resetAt, from)),
  );
  const rows = await db
    .select({
      id: alert.id,
      conditionId: alert.conditionId,
      conditionName: alert.conditionName,
      severity: alert.severity,
      message: alert.message,
      raisedAt: alert.raisedAt,
      resetAt: alert.resetAt,
    })
    .from(alert)
    .where(where)
    .orderBy(desc(alert.raisedAt), desc(alert.id))
    .limit(most);
  const [all] = await db.select({ total: count() }).from(alert).where(where);
  const items = rows.map(({ raisedAt, resetAt, ...row }) => ({
    ...row,
    raisedAt: raisedAt.toISOString(),
    resetAt: resetAt?.toISOString() ?? null,
  }));
  return { items, total: all?.total ?? 0 };
}
