import { sql, type SQL } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { alertEvent, type AlertEventKind } from '../../database/schema/alerts.ts';

export interface NewAlertEvent {
  kind: AlertEventKind;
  at: Date;
  /** Who did it; without, the server did. */
  by?: string;
  words?: string;
}

/** Notes in the timelines of these alerts what happened to them. */
export async function addAlertEvent(tx: Queries, alertIds: readonly number[], event: NewAlertEvent): Promise<void> {
  if (alertIds.length === 0) return;
  const { kind, at, by = null, words = '' } = event;
  await tx.insert(alertEvent).values(alertIds.map((alertId) => ({ alertId, kind, at, by, words })));
}

/** The open alerts of these monitors. */
export async function openAlertsOf(tx: Queries, monitorIds: SQL): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from alert where reset_at is null and monitor_id in ${monitorIds} order by id`);
  return rows.map(({ id }) => id);
}
